using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>Shows what became of an earlier verdict: the answer, the time of then and now, and each cause.</summary>
internal static class DoctorChangeView
{
    /// <summary>Writes it.</summary>
    /// <param name="console">The console.</param>
    /// <param name="answer">The sentence above all.</param>
    /// <param name="change">The comparison.</param>
    public static void Write(IAnsiConsole console, string answer, DoctorChange change)
    {
        TextLayout.Write(console, answer, new Style(change.Time?.Kind switch
        {
            ChangeKind.Better => Color.Green,
            ChangeKind.Worse => Color.Red,
            _ => Color.Default,
        }, decoration: Decoration.Bold));
        if (change.Time is { } time)
        {
            TextLayout.Write(console, DoctorChangeText.Time(time), indent: 2);
        }

        foreach (var cause in change.Causes)
        {
            TextLayout.Write(console, DoctorChangeText.Cause(cause), indent: 4, mark: "  - ");
        }

        foreach (var caveat in change.Caveats)
        {
            TextLayout.Write(console, $"note: {caveat}");
        }
    }
}

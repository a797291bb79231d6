using Fathom.Records.Doctors;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering.Verdicts;

/// <summary>Shows how rivals were told apart: the sign of what is left, and the measurement that rejected each other.</summary>
internal static class RivalsView
{
    private const int MaxRejected = 5;

    public static void Write(IAnsiConsole console, DoctorRecord record, bool isVerbose)
    {
        var rejected = RejectedRivals.Of(record).Select(r => $"{RivalText.Head(r)}: {RivalText.Of(r.By)}").ToList();
        var impossible = record.Rivals.Where(r => r.Became == RivalFate.Impossible).Select(r => r.Name).ToList();
        var shown = isVerbose || rejected.Count <= MaxRejected ? rejected.Count : MaxRejected;
        var more = $"and {FigureText.Count(rejected.Count - shown, "other")} rejected likewise, -v lists them";
        ListView.Write(console, "What calls at once wait for",
        [
            .. record.Rivals.Where(r => r.Became is RivalFate.Found or RivalFate.Possible).Select(Left),
            .. rejected.Take(shown),
            .. shown < rejected.Count ? [more] : Array.Empty<string>(),
            .. isVerbose ? RivalText.Impossible(record)
                : impossible.Count > 0 ? [$"impossible on this server: {RivalText.Joined(impossible, "and")}"] : Array.Empty<string>(),
        ]);
    }

    private static string Left(DoctorRival rival) =>
        $"{RivalText.Head(rival)}: {(rival.Sign is { } sign ? RivalText.Of(sign) : "nothing rejected it")}";
}

using System.Text.RegularExpressions;

namespace Fathom.Doctor;

/// <summary>What a program that failed says is wrong: the end of what it wrote, without the frames of stacks, which would push the message
/// out.</summary>
internal static partial class ProgramMessage
{
    private const int MaxLength = 2000;

    /// <summary>The message; empty where the program wrote nothing.</summary>
    public static string Of(string wrote)
    {
        var lines = wrote.ReplaceLineEndings("\n").Split('\n').Where(line => !Frame().IsMatch(line));
        var text = string.Join(Environment.NewLine, lines).Trim();
        return text.Length > MaxLength ? "..." + text[^MaxLength..] : text;
    }

    // Of .NET, Java and JavaScript. Python writes its message below its frames.
    [GeneratedRegex(@"^\s+at |^\s*--- End of |^\s+\.\.\. \d+ more$", RegexOptions.CultureInvariant)]
    private static partial Regex Frame();
}

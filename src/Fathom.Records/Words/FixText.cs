namespace Fathom.Records.Words;

/// <summary>Reads a fix, which is code with comments that say what it does.</summary>
public static class FixText
{
    private static readonly string[] Marks = ["//", "#"];

    /// <summary>Returns what to do in one line: the comment above the first code, or the first line where there is none.</summary>
    public static string Headline(string fix)
    {
        ArgumentNullException.ThrowIfNull(fix);
        var comment = fix.Split('\n').Select(l => l.Trim()).TakeWhile(l => Marks.Any(m => l.StartsWith(m, StringComparison.Ordinal)))
            .Select(l => l.TrimStart('/', '#', ' ')).ToList();
        var text = comment.Count > 0 ? string.Join(' ', comment) : fix.Split('\n')[0].Trim();
        return text.TrimEnd(':', ',', '.', ';', ' ');
    }
}

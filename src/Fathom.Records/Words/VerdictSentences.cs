using System.Text.RegularExpressions;

namespace Fathom.Records.Words;

/// <summary>Takes a verdict apart into what is read first and what explains it.</summary>
public static partial class VerdictSentences
{
    /// <summary>Returns the first sentence, and the others; a sentence ends where the next begins with a capital.</summary>
    public static (string First, string Others) Split(string verdict)
    {
        ArgumentNullException.ThrowIfNull(verdict);
        return End().Match(verdict) is { Success: true, Index: var at } ? (verdict[..(at + 1)], verdict[(at + 2)..]) : (verdict, "");
    }

    [GeneratedRegex(@"\. \p{Lu}", RegexOptions.NonBacktracking)]
    private static partial Regex End();
}

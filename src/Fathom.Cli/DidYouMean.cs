namespace Fathom.Cli;

/// <summary>Suggests the accepted word nearest to a wrong one.</summary>
internal static class DidYouMean
{
    /// <summary><c>; did you mean 'quick'?</c>, or nothing where no accepted word is near.</summary>
    public static string Hint(string given, IEnumerable<string> accepted)
    {
        var nearest = accepted.Select(word => (Word: word, Distance: Distance(given.ToUpperInvariant(), word.ToUpperInvariant())))
            // A word that shares no letter is no suggestion.
            .Where(c => c.Distance <= Math.Max(1, c.Word.Length / 3) && c.Distance < c.Word.TrimStart('-').Length)
            .OrderBy(c => c.Distance)
            .FirstOrDefault();
        return nearest.Word is null ? "" : $"; did you mean '{nearest.Word}'?";
    }

    /// <summary>A refusal: the wrong word, a suggestion, the accepted words.</summary>
    /// <param name="where">The flag or argument, followed by a colon; may be empty.</param>
    /// <param name="given">The wrong word.</param>
    /// <param name="kind">The expected kind, with its article.</param>
    /// <param name="accepted">The accepted words.</param>
    /// <param name="unlisted">Further accepted words, too many to list.</param>
    public static string Refusal(string where, string given, string kind, IReadOnlyList<string> accepted,
        IEnumerable<string>? unlisted = null) =>
        $"{where}'{given}' is not {kind}{Hint(given, accepted.Concat(unlisted ?? []))} (accepted: {string.Join(", ", accepted)})";

    // Damerau-Levenshtein, optimal string alignment: swapped neighbours count as one error, being the most common.
    private static int Distance(string a, string b)
    {
        var d = new int[a.Length + 1, b.Length + 1];
        for (var i = 0; i <= a.Length; i++)
        {
            d[i, 0] = i;
        }

        for (var j = 0; j <= b.Length; j++)
        {
            d[0, j] = j;
        }

        for (var i = 1; i <= a.Length; i++)
        {
            for (var j = 1; j <= b.Length; j++)
            {
                var cost = a[i - 1] == b[j - 1] ? 0 : 1;
                d[i, j] = Math.Min(Math.Min(d[i - 1, j] + 1, d[i, j - 1] + 1), d[i - 1, j - 1] + cost);
                if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                {
                    d[i, j] = Math.Min(d[i, j], d[i - 2, j - 2] + 1);
                }
            }
        }

        return d[a.Length, b.Length];
    }
}

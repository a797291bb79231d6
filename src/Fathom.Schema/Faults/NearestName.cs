namespace Fathom.Schema.Faults;

/// <summary>Finds the accepted name nearest to a wrong one.</summary>
public static class NearestName
{
    // The comparison takes time and memory by the product of both lengths; no name of a person's is longer.
    private const int MaxLength = 200;

    private const int MinBeginning = 4;

    /// <summary>The nearest accepted name; null where none is near. Upper and lower case count as equal, and so do names of packages that
    /// one of both leaves out: <c>Echo</c> is near to <c>fathom.echo.Echo</c>.</summary>
    public static string? Of(string given, IEnumerable<string> accepted) => given.Length > MaxLength ? null
        : given.StartsWith('.') ? Of(given[1..], accepted)
        : accepted.Where(word => word.Length <= MaxLength)
            .SelectMany(word => new (string Word, string Form, string Given)[]
                { (word, word, given), (word, Tail(word, given), Tail(given, word)) })
            .Where(c => Math.Abs(c.Form.Length - c.Given.Length) <= MostErrors(c.Form))
            .Select(c => (c.Word, c.Form, IsSame: c.Form == c.Given,
                Distance: Distance(c.Given.ToUpperInvariant(), c.Form.ToUpperInvariant())))
            // A word that shares no letter is no suggestion.
            .Where(c => c.Distance <= MostErrors(c.Form) && c.Distance < c.Form.TrimStart('-').Length)
            .OrderBy(c => c.Distance).ThenByDescending(c => c.IsSame)
            .FirstOrDefault().Word ?? accepted.FirstOrDefault(word => IsBeginning(given, word));

    /// <summary><c>; did you mean 'quick'?</c>, or nothing where no accepted name is near.</summary>
    public static string Hint(string given, IEnumerable<string> accepted) =>
        Of(given, accepted) is { } nearest ? $"; did you mean '{nearest}'?" : "";

    // A method's name of which only the beginning is remembered.
    private static bool IsBeginning(string given, string word) =>
        given.Length >= MinBeginning && word.StartsWith(given, StringComparison.OrdinalIgnoreCase);

    private static int MostErrors(string word) => Math.Max(1, word.Length / 3);

    // The last parts of a name with dots: at most as many as another has.
    private static string Tail(string word, string other) =>
        string.Join('.', word.Split('.').TakeLast(other.Count(c => c == '.') + 1));

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

using System.Globalization;

namespace Fathom.Subjects.Users;

/// <summary>Reads Locust's own CSV of requests.</summary>
internal static class LocustStats
{
    private const string Requests = "Request Count";
    private const string Failures = "Failure Count";

    /// <summary>Requests and failed requests of the row <c>Aggregated</c>.</summary>
    /// <param name="file">Locust's <c>..._stats.csv</c>.</param>
    /// <exception cref="FormatException">It is not what Locust 2 writes.</exception>
    public static (int Requests, int Failures) Read(string file)
    {
        var rows = File.Exists(file) ? [.. File.ReadLines(file).Select(l => l.Split(','))] : Array.Empty<string[]>();
        if (rows.Length == 0)
        {
            throw new FormatException("Locust wrote no CSV of its requests; another version may write it elsewhere. Accepted: Locust 2.");
        }

        var total = Array.Find(rows, r => r.Contains("Aggregated")) ?? throw Unknown("there is no row 'Aggregated'");
        return (Number(Requests), Number(Failures));

        int Number(string column)
        {
            var at = Array.IndexOf(rows[0], column);
            return at >= 0 && at < total.Length && int.TryParse(total[at], CultureInfo.InvariantCulture, out var number) ? number
                : throw Unknown($"there is no number in column '{column}'");
        }
    }

    private static FormatException Unknown(string what) =>
        new($"Locust's CSV cannot be read: {what}. Accepted: what Locust 2 writes; install that version (Debian: python3-locust).");
}

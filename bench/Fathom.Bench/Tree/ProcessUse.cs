using System.Globalization;

namespace Fathom.Bench.Tree;

/// <summary>Reads from /proc what the children of a process use.</summary>
internal static class ProcessUse
{
    /// <summary>Resident bytes, handles and threads of each child, by its program and the figure.</summary>
    /// <param name="parent">Id of the process that started them.</param>
    public static Dictionary<string, double> OfChildren(int parent) =>
        Directory.EnumerateDirectories($"/proc/{parent}/task")
        .SelectMany(thread => File.ReadAllText(Path.Combine(thread, "children")).Split(' ', StringSplitOptions.RemoveEmptyEntries))
        .Distinct().SelectMany(Of).ToDictionary();

    private static IEnumerable<KeyValuePair<string, double>> Of(string id)
    {
        var program = Path.GetFileNameWithoutExtension(
            File.ReadAllText($"/proc/{id}/cmdline").Split('\0').First(a => a.EndsWith(".dll", StringComparison.Ordinal)));
        var name = program["fathom-".Length..];
        yield return new($"{name} resident_bytes", 1024 * Status("VmRSS:"));
        yield return new($"{name} handles", Directory.EnumerateFileSystemEntries($"/proc/{id}/fd").Count());
        yield return new($"{name} threads", Status("Threads:"));

        double Status(string field) => double.Parse(
            File.ReadLines($"/proc/{id}/status").First(l => l.StartsWith(field, StringComparison.Ordinal))[field.Length..]
                .Trim().Split(' ')[0],
            CultureInfo.InvariantCulture);
    }
}

namespace Fathom.Cli.Commands;

/// <summary>Reads values of the flag <c>--level FACTOR=LEVEL[,LEVEL]</c>.</summary>
internal static class LevelRestriction
{
    public static (string Factor, IReadOnlyList<string> Levels) Read(string where, string value)
    {
        var parts = value.Split('=');
        var levels = parts.Length == 2 ? parts[1].Split(',', StringSplitOptions.TrimEntries | StringSplitOptions.RemoveEmptyEntries) : [];
        return parts[0].Length > 0 && levels.Length > 0
            ? (parts[0], levels)
            : throw CommandException.Usage($"{where}: '{value}' is not of the form FACTOR=LEVEL[,LEVEL], such as call=async");
    }

    public static IReadOnlyDictionary<string, IReadOnlyList<string>> Combine(
        IEnumerable<(string Factor, IReadOnlyList<string> Levels)> given) =>
        given.GroupBy(g => g.Factor).ToDictionary(g => g.Key, g => (IReadOnlyList<string>)[.. g.SelectMany(x => x.Levels).Distinct()]);
}

using System.Globalization;

namespace Fathom.Bench;

/// <summary>Options of a comparison of two or more stacks.</summary>
/// <param name="Verb">Benchmark: <c>hosts</c>, <c>clients</c>, <c>load</c>, <c>memory</c>, <c>throughput</c>, <c>codecs</c> or
/// <c>witness</c>.</param>
/// <param name="Names">Stacks to compare, the reference first.</param>
/// <param name="Pairs">Number of measurements of each, in turn.</param>
/// <param name="Out">Result file, or null.</param>
/// <param name="Add">An earlier result of the same benchmark, whose values come first; null for none. So the pairs of one result can be
/// measured one by one, at times when the machine is quiet.</param>
/// <param name="Share">Share of the calls of <c>load</c> that are made: a hundredth shows that it works, and measures nothing.</param>
/// <param name="Cells">Parts of the names of the cells of <c>load</c> that are measured; empty for all.</param>
/// <param name="Arguments">The command line, kept in the result.</param>
internal sealed record BenchOptions(
    string Verb, IReadOnlyList<string> Names, int Pairs, string? Out, string? Add, double Share, IReadOnlyList<string> Cells,
    string Arguments)
{
    private static readonly Dictionary<string, string> Compared = new()
    {
        ["hosts"] = "kestrel,native",
        ["clients"] = "httpclient,native,native-inline",
        ["load"] = "fathom,grpc-net-client,h2load",
        ["memory"] = "kestrel,native",
        ["codecs"] = "tool,system,managed",
        ["witness"] = "alone,windows,handshakes,compressed",
        ["throughput"] = "kestrel+httpclient,native+native,native+native-inline,tcp",
    };

    public static BenchOptions? Read(string[] args)
    {
        if (args is not [var verb, .. var rest] || !Compared.TryGetValue(verb, out var names) || rest.Length % 2 != 0)
        {
            return null;
        }

        var flags = rest.Chunk(2).ToDictionary(p => p[0], p => p[1]);
        if (flags.Keys.Except(["--pairs", "--names", "--out", "--add", "--share", "--cells"]).Any())
        {
            return null;
        }

        return new BenchOptions(
            verb,
            flags.GetValueOrDefault("--names", names).Split(','),
            int.Parse(flags.GetValueOrDefault("--pairs", "5"), CultureInfo.InvariantCulture),
            flags.GetValueOrDefault("--out"),
            flags.GetValueOrDefault("--add"),
            double.Parse(flags.GetValueOrDefault("--share", "1"), CultureInfo.InvariantCulture),
            flags.GetValueOrDefault("--cells", "").Split(';', StringSplitOptions.RemoveEmptyEntries),
            string.Join(' ', args));
    }

    /// <summary>Whether a cell is measured.</summary>
    public bool Has(string cell) => Cells.Count == 0 || Cells.Any(c => cell.Contains(c, StringComparison.Ordinal));
}

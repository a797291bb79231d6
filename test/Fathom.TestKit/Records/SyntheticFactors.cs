using Fathom.Records;

namespace Fathom.TestKit.Records;

/// <summary>The factors of <see cref="SyntheticRecords"/>.</summary>
internal static class SyntheticFactors
{
    public static IReadOnlyList<FactorInfo> All { get; } =
    [
        new("host", "the server's gRPC host", ["kestrel"]),
        new("schedule", "calls one after the other, or from Parallel.For with 50 workers", ["concurrent", "sequential"]),
        new("channel", "a new channel for every call, or one for all", ["new", "reused"]),
        new("call", "the calling thread blocks on the reply, or awaits it", ["blocking", "async"]),
        new("min_threads", "minimum of the client's thread pool", ["default", "200"]),
        new("security", "plain HTTP/2, or TLS", ["plain", "tls"]),
    ];

    /// <summary>The first level of each factor, but for those that are given.</summary>
    public static Dictionary<string, string> Levels(params (string Factor, string Level)[] changed)
    {
        var levels = All.ToDictionary(f => f.Name, f => f.Levels[0]);
        foreach (var (factor, level) in changed)
        {
            levels[factor] = level;
        }

        return levels;
    }
}

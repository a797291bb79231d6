using Fathom.Lab.Results;
using Fathom.Statistics;

namespace Fathom.Lab.Findings;

/// <summary>Replicates as the statistics take them.</summary>
internal static class ReplicateSamples
{
    /// <summary>The values of one metric with their blocks; replicates that lack it are left out.</summary>
    public static IReadOnlyList<Sample> SamplesOf(this IReadOnlyList<Replicate> replicates, string metric) =>
        [.. replicates.Where(r => r.Values.ContainsKey(metric)).Select(r => new Sample(r.Block, r.Values[metric]))];
}

using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>warm-up</c>: the first seconds of a process are slower, since its code is compiled and its windows grow: what is measured from the
/// start on measures that. Proven by the same after seconds that are not counted.
/// </summary>
public sealed class WarmUpRule : IFindingRule
{
    private const string Throughput = "payload_mb_per_second";

    private const string Fix = """
        # count after a while, and order what is compared at random: otherwise the first is the slowest, whatever it is
        fathom run mediator --profile full
        """;

    /// <inheritdoc/>
    public string Id => "warm-up";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        if (!pair.Difference.Supported || pair.Baseline.Factors.GetValueOrDefault("warm_up") != "0"
            || pair.InBaseline(pair.Metric.Id) is not { } cold || pair.InCounterfactual(pair.Metric.Id) is not { } warm)
        {
            return null;
        }

        var claim = $"A process begins slowly: {Say.Number(1e6 / cold)} messages a second over its first "
            + $"{pair.Baseline.Factors["seconds"]} s, and {Say.Number(1e6 / warm)} after "
            + $"{pair.Changed.To} s that are not counted.{Kinds(pair)}";
        return pair.Finding(Id, claim, Fix);
    }

    // What is not compressed cannot depend on what it is; published in a fixed order, it seemed to.
    private static string Kinds(TrialPair pair)
    {
        var raw = pair.Trials.Where(t => t.Metrics.ContainsKey(Throughput)
            && t.Factors.All(f => f.Key is "payload" or "size" or "seconds" || f.Value == pair.Counterfactual.Factors[f.Key]))
            .GroupBy(t => t.Factors["size"]).Select(g => g.DistinctBy(t => t.Factors["payload"]).ToList()).Where(g => g.Count > 1)
            .MaxBy(g => BytesOf(g[0], pair.Metric.Id));
        if (raw is null)
        {
            return "";
        }

        var values = raw.ConvertAll(t => t.Metrics[Throughput]);
        var alike = values.Max(v => v.Low) <= values.Min(v => v.High);
        return $" In random order, uncompressed payloads of {raw[0].Factors["size"]} came at "
            + $"{string.Join(", ", raw.Select(t => $"{Say.Number(t.Metrics[Throughput].Value)} ({t.Factors["payload"]})"))} MB/s"
            + (alike ? ": their intervals overlap, the kind makes no difference." : ".");
    }

    // MB/s by us is bytes.
    private static double BytesOf(TrialResult trial, string time) => trial.Metrics[Throughput].Value * trial.Metrics[time].Value;
}

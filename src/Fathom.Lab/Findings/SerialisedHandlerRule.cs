using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>
/// <c>serialised-handler</c>: one lock lets one sender at a time pass, so that more tasks do not send more. Proven by the same without the
/// lock; seen in a throughput that one task has as well, and predicted by the time in the lock.
/// </summary>
public sealed class SerialisedHandlerRule : IFindingRule
{
    private const string Prelude = "prelude_us_per_message";
    private const string Formula = "time in the lock: one at a time, 1 / time of them a second";

    // One task has the round trip beside the lock; where that is more than the lock, the lock is not what binds. Nor is it where it is held
    // for less of the time than this.
    private const double Alike = 1.5;

    private const string Fix = """
        // nothing slow under a lock that every call takes: prepare it once, outside
        private static readonly Lazy<X509Certificate2> Certificate = new(Load);
        """;

    /// <inheritdoc/>
    public string Id => "serialised-handler";

    /// <inheritdoc/>
    public Finding? Judge(TrialPair pair)
    {
        var one = pair.Trials.FirstOrDefault(t => t.Factors.All(f => f.Value == (f.Key == "callers" ? "1" : pair.Baseline.Factors[f.Key])));
        if (!pair.Difference.Supported
            || one is null || !one.Metrics.TryGetValue(pair.Metric.Id, out var alone)
            || pair.InBaseline(Prelude) is not { } inLock
            || pair.InBaseline(pair.Metric.Id) is not { } slow || pair.InCounterfactual(pair.Metric.Id) is not { } fast
            || alone.Value > Alike * slow || slow > Alike * inLock)
        {
            return null;
        }

        var claim = $"One lock lets one sender pass at a time: {Say.Number(1e6 / slow)} messages a second from "
            + $"{pair.Baseline.Factors["callers"]} tasks and {Say.Number(1e6 / alone.Value)} from one, "
            + $"and {Say.Number(1e6 / fast)} without the lock and nothing else changed.";
        return pair.Finding(Id, claim, Fix) with { Model = new ModelCheck(Formula, Math.Round(inLock, 1), slow, pair.Metric.Unit) };
    }
}

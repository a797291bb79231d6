using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.InheritedPool;

/// <summary>
/// <c>inherited-pool</c>: a second round of blocking calls in one process is sometimes fast and sometimes as slow as the first, since it
/// inherits the thread pool that the first one left, and a race decides whether its threads are enough. Visible in durations that fall into
/// two groups; proven by a pool that has enough threads from the start.
/// </summary>
public sealed class InheritedPoolCause() : Cause(Name, provenBy: [ProcessQuantities.PoolMinimum])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "inherited-pool";

    // The published second rounds differ by a factor of 40, ours by 10 to 100; noise of one group stays below 2.
    private const double MinGap = 5;

    // One slow replicate among fast ones may have another reason.
    private const int MinOfGroup = 2;

    private const string Fix = """
        // measure each case in a process of its own, and await the calls;
        // where callers must block, give the pool its threads at start-up
        ThreadPool.GetMinThreads(out _, out var completionPort);
        ThreadPool.SetMinThreads(workerThreads: 200, completionPort);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.SecondRoundTime, CallQuantities.CallersBlock, ProcessQuantities.InheritedThreads];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var times = ValuesOf(seen, CallQuantities.SecondRoundTime);
        if (!seen.Is(CallQuantities.CallersBlock) || comparison.Metric != CallQuantities.SecondRoundTime || FastOf(times) is not { } fast)
        {
            return null;
        }

        var threads = ValuesOf(seen, ProcessQuantities.InheritedThreads);
        var after = ValuesOf(comparison.Counterfactual, CallQuantities.SecondRoundTime);
        return new Conclusion(
            $"A second round of blocking calls inherits the thread pool of the first: of {times.Count} runs {fast} took "
                + $"{RangeOf(times[..fast])}, {times.Count - fast} took {RangeOf(times[fast..])} and none took anything between, although "
                + $"each began with {FigureText.Whole(threads[0])} to {FigureText.Whole(threads[^1])} pool threads. With a minimum of "
                + $"{comparison.Change.ToWords} and nothing else changed all took {RangeOf(after)}.",
            Fix);
    }

    // How many belong to the faster of two groups, which the widest gap separates; null where there are no two groups.
    private static int? FastOf(List<double> ascending)
    {
        var at = Enumerable.Range(1, Math.Max(0, ascending.Count - 1)).MaxBy(i => ascending[i] / ascending[i - 1]);
        return at >= MinOfGroup && ascending.Count - at >= MinOfGroup && ascending[at] / ascending[at - 1] >= MinGap ? at : null;
    }

    private static List<double> ValuesOf(Evidence evidence, Quantity<double> quantity) =>
        [.. evidence.Get(quantity).Replicates.Order()];

    private static string RangeOf(List<double> ascending) =>
        $"{FigureText.Duration(ascending[0])} to {FigureText.Duration(ascending[^1])}";
}

using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Doctor.Interventions;

/// <summary>A thread pool that has enough threads from the start. The variable is read as a hexadecimal number.</summary>
public sealed class PoolMinimum()
    : Intervention("min_threads", "DOTNET_ThreadPool_ForceMinWorkerThreads", value: $"{Threads:X}", to: $"{Threads}")
{
    private const int Threads = 200;

    /// <inheritdoc/>
    public override Setting Sets => ProcessQuantities.PoolMinimum.Is(Threads);

    /// <inheritdoc/>
    public override string? WhyWithoutEffect(Evidence before, Evidence after) =>
        after.Find(WatchQuantities.ThreadsInjected) is { Value: var injected }
        && injected >= Math.Max(1, before.Value(WatchQuantities.ThreadsInjected))
            ? $"the pool still added {FigureText.Whole(injected)} threads because others were blocked"
            : null;
}

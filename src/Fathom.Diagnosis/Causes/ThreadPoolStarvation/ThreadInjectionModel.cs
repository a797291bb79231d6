namespace Fathom.Diagnosis.Causes.ThreadPoolStarvation;

/// <summary>
/// Time in which the .NET thread pool (6 and later) adds threads while its threads block on tasks: p (its minimum, the number of
/// processors) and p more at once, then the k-th further one after min(250 ms, 25 ms x ceil(k / p)).
/// Source: dotnet/runtime, PortableThreadPool.Blocking.cs and its settings
/// System.Threading.ThreadPool.Blocking.ThreadsToAddWithoutDelay_ProcCountFactor (1), ThreadsPerDelayStep_ProcCountFactor (1),
/// DelayStepMs (25), MaxDelayMs (250).
/// </summary>
public static class ThreadInjectionModel
{
    /// <summary>The model in symbols.</summary>
    public const string Formula = "sum over k = 1 .. n-2p of min(250 ms, 25 ms x ceil(k/p)), plus the time without blocking; n blocked "
        + "callers, p processors";

    private const double StepMs = 25;
    private const double MaxDelayMs = 250;

    /// <summary>Milliseconds until the pool has a thread for every caller.</summary>
    /// <param name="blocked">Callers that block a pool thread at the same time, n.</param>
    /// <param name="processors">Processors the process sees, p; at least 1.</param>
    public static double MillisecondsUntilAllRun(int blocked, int processors)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(blocked);
        ArgumentOutOfRangeException.ThrowIfLessThan(processors, 1);
        var total = 0.0;
        for (var k = 1; k <= blocked - (2 * processors); k++)
        {
            total += Math.Min(MaxDelayMs, StepMs * Math.Ceiling((double)k / processors));
        }

        return total;
    }
}

using Fathom.Load.Counting;
using Fathom.Load.Results;

namespace Fathom.Load.Audits;

/// <summary>What a run observed about its generator.</summary>
public sealed record AuditInput
{
    /// <summary>Whether calls had a schedule.</summary>
    public required bool IsOpenLoop { get; init; }

    /// <summary>Calls that the schedule wanted until the run ended; zero for a closed loop.</summary>
    public required double Wanted { get; init; }

    /// <summary>Calls that were made, with those of the warm-up.</summary>
    public required long Made { get; init; }

    /// <summary>How long the run took, in seconds.</summary>
    public required double Seconds { get; init; }

    /// <summary>The share of the time that each thread of the generator used a processor, 0 to 1.</summary>
    public required IReadOnlyList<double> ThreadUse { get; init; }

    /// <summary>The 99th percentile of the delay between a call's time and its sending, in nanoseconds; null for a closed loop.</summary>
    public required double? LagP99 { get; init; }

    /// <summary>The 99th percentile of the latencies, in nanoseconds; null when no call succeeded.</summary>
    public required double? LatencyP99 { get; init; }

    /// <summary>Time during which the collector stopped the process, in seconds.</summary>
    public required double CollectorPauses { get; init; }

    /// <summary>How long the run had no connection that was open, in seconds.</summary>
    public required double AwaySeconds { get; init; }

    /// <summary>Whether calls had to wait for a stream of their connections, or for the limit of calls in flight.</summary>
    public required bool WasLimited { get; init; }

    /// <summary>What a run observed. Of one that ended early nothing is known of the calls that its schedule wanted.</summary>
    public static AuditInput Of(LoadResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        var wanted = result.Plan.Wanted;
        return new()
        {
            IsOpenLoop = result.Plan.Rate is not null,
            Wanted = result.End == LoadEnd.PlanDone && double.IsFinite(wanted) ? wanted : 0,
            Made = result.Total.Calls + result.WarmUpCalls,
            Seconds = result.Generator.Seconds,
            ThreadUse = result.Generator.LoopUse,
            LagP99 = LatencyHistograms.PercentileOf(result.Total.Lag, 99),
            LatencyP99 = LatencyHistograms.PercentileOf(result.Total.Latency, 99),
            CollectorPauses = result.CollectorPauses.TotalSeconds,
            AwaySeconds = result.Generator.AwaySeconds,
            WasLimited = result.Generator.WasLimited,
        };
    }
}

using Fathom.Load.Audits;
using Fathom.Load.Capacity;
using Fathom.Load.Counting;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.Load.Thresholds;

namespace Fathom.Load.Grpc;

/// <summary>Runs windows of open-loop load until the highest rate is known at which every threshold holds.</summary>
/// <param name="target">What to call.</param>
/// <param name="plan">The plan of a window: its first rate and duration are those of the search; 100 calls a second and 5 s where it has
/// none.</param>
/// <param name="thresholds">What the rate must hold.</param>
/// <param name="time">The clock.</param>
public sealed class CapacityRun(GrpcLoadTarget target, LoadPlan plan, IReadOnlyList<LoadThreshold> thresholds, TimeProvider time)
{
    private const double FirstRate = 100;

    private static readonly TimeSpan DefaultWindow = TimeSpan.FromSeconds(5);

    /// <summary>How long a window is.</summary>
    public TimeSpan Window { get; } = plan.Limits.Duration ?? DefaultWindow;

    /// <summary>Searches the capacity.</summary>
    /// <param name="measured">Called with each window when it has ended.</param>
    /// <param name="cancellation">Ends the search without a result.</param>
    /// <exception cref="LoadConnectionException">A window could not be connected.</exception>
    /// <exception cref="OperationCanceledException">The search was cancelled.</exception>
    public async Task<CapacityResult> RunAsync(Action<CapacityWindow> measured, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(measured);
        var search = new CapacitySearch(plan.Rate?.StartRate is > 0 and var first ? first : FirstRate);
        while (search.NextRate is { } rate)
        {
            var window = await MeasureAsync(rate, cancellation).ConfigureAwait(false);
            cancellation.ThrowIfCancellationRequested();
            measured(window);
            search.Report(window.Outcome);
        }

        return search.Result!;
    }

    private async Task<CapacityWindow> MeasureAsync(double rate, CancellationToken cancellation)
    {
        var session = new GrpcLoadSession(target, plan with
        {
            Rate = RateProfile.Constant(rate),
            // A second of the old load's tail, and of connecting, is not counted.
            Limits = new PlanLimits(null, Window + TimeSpan.FromSeconds(1), WarmUp: (long)Math.Ceiling(rate)),
        }, time);
        await session.ConnectAsync(cancellation).ConfigureAwait(false);
        var result = await session.RunAsync(null, cancellation).ConfigureAwait(false);
        var limit = RunAudit.Judge(result).FirstOrDefault(v => v.IsInvalid);
        var failed = thresholds.Select(t => ThresholdResult.Of(t, result.Total, Window.TotalSeconds)).FirstOrDefault(r => !r.Holds);
        // A threshold that holds although the generator was late holds all the more.
        var outcome = failed is null && limit?.Id is null or "late-calls" or "collector" ? WindowOutcome.Holds
            : limit is not null ? WindowOutcome.GeneratorLimited : WindowOutcome.Fails;
        return new CapacityWindow(rate, outcome, result.Total, failed, limit);
    }
}

/// <summary>One window of a search of the capacity.</summary>
/// <param name="Rate">Its rate, in calls per second.</param>
/// <param name="Outcome">What it showed.</param>
/// <param name="Total">Its calls.</param>
/// <param name="Failed">The threshold that did not hold; null where all held.</param>
/// <param name="Limit">What made the generator the limit; null where it was not.</param>
public sealed record CapacityWindow(double Rate, WindowOutcome Outcome, CallTally Total, ThresholdResult? Failed, AuditVerdict? Limit);

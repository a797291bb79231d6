using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Plans;
using Fathom.Load.Results;

namespace Fathom.Load.Grpc;

/// <summary>One run of load from its connections to its result: call <see cref="ConnectAsync"/>, then <see cref="RunAsync"/>.</summary>
public sealed class GrpcLoadSession
{
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(100);

    private readonly LoadPlan _plan;
    private readonly TimeProvider _time;
    private readonly Dictionary<int, string> _histograms = [];

    /// <summary>Prepares a run.</summary>
    /// <param name="target">What to call.</param>
    /// <param name="plan">When, and how often.</param>
    /// <param name="time">The clock.</param>
    public GrpcLoadSession(GrpcLoadTarget target, LoadPlan plan, TimeProvider time)
    {
        ArgumentNullException.ThrowIfNull(plan);
        (_plan, _time, Run) = (plan, time, new GrpcLoadRun(target, plan));
        if (plan.Slot.Count > 1)
        {
            // Parts of a plan are added: percentiles of their seconds cannot be, histograms can.
            Run.Collector.SecondCompleted += Keep;
        }
    }

    /// <summary>The run, for live figures.</summary>
    public GrpcLoadRun Run { get; }

    /// <summary>The run ends when more calls have failed; null for no limit.</summary>
    public long? MaxFailed { get; init; }

    /// <summary>Opens the connections that are opened before the run.</summary>
    /// <exception cref="LoadConnectionException">One could not be opened. The run is over.</exception>
    public async Task ConnectAsync(CancellationToken cancellation)
    {
        if (await Run.ConnectAsync(cancellation).ConfigureAwait(false) is { } failure)
        {
            throw new LoadConnectionException(failure);
        }
    }

    /// <summary>Runs to the end of the plan, or until it is cancelled or too many calls have failed.</summary>
    /// <param name="look">Called a few times a second, with the number of seconds that became complete.</param>
    /// <param name="cancellation">Ends the run: what was measured is the result.</param>
    /// <exception cref="Requests.RequestDataException">A request message could not be made.</exception>
    public async Task<LoadResult> RunAsync(Action<int>? look, CancellationToken cancellation)
    {
        var began = _time.GetUtcNow();
        var pauses = GC.GetTotalPauseDuration();
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(cancellation);
        var running = Run.RunAsync(stop.Token);
        while (await Task.WhenAny(running, Task.Delay(BetweenLooks, _time, CancellationToken.None)).ConfigureAwait(false) != running)
        {
            look?.Invoke(Run.Collect());
            if (HasTooManyFailed && !stop.IsCancellationRequested)
            {
                await stop.CancelAsync().ConfigureAwait(false);
            }
        }

        await running.ConfigureAwait(false);
        Run.Collect();
        return new LoadResult
        {
            Plan = _plan,
            Began = began,
            End = cancellation.IsCancellationRequested ? LoadEnd.Cancelled : HasTooManyFailed ? LoadEnd.TooManyFailed : LoadEnd.PlanDone,
            Total = Run.Collector.Total,
            WarmUpCalls = Run.WarmUp.Calls,
            OutcomeNames = CallOutcomes.Names,
            Explanations = Run.Failures,
            Methods = Run.Methods,
            Seconds = Run.Collector.Seconds,
            SecondHistograms = _histograms,
            Generator = Run.Generator,
            CollectorPauses = GC.GetTotalPauseDuration() - pauses,
        };
    }

    private bool HasTooManyFailed => Run.Collector.Total.Failed > (MaxFailed ?? long.MaxValue);

    private void Keep(int second, CallTally tally)
    {
        if (tally.Latency.TotalCount > 0)
        {
            _histograms[second] = HistogramText.Encode(tally.Latency);
        }
    }
}

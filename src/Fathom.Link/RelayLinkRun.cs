using Fathom.Link.Plans;
using Fathom.Link.Relay;

namespace Fathom.Link;

/// <summary>The stream-level approximation. Owns the relay, which runs in this process.</summary>
internal sealed class RelayLinkRun : LinkRun
{
    private readonly DueTimer _timer;
    private readonly StreamRelay _relay;
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    public RelayLinkRun(LinkPlan plan)
        : base(plan)
    {
        _timer = new DueTimer();
        try
        {
            _relay = new StreamRelay(plan, _timer);
        }
        catch
        {
            _timer.Dispose();
            throw;
        }
    }

    public override LinkEnd? Near => null;

    public override LinkEnd? Far => null;

    public override string? Congestion => null;

    public override int? ListenPort => _relay.Port;

    public override int? FarPort => Plan.To!.Port;

    public override Task Ended => _ended.Task;

    public override Task<LinkCounters> CountersAsync(CancellationToken cancellation) => Task.FromResult(new LinkCounters(
        new DirectionCounters { Broken = _relay.Broken.Up }, new DirectionCounters { Broken = _relay.Broken.Down },
        _relay.Counters.Forwarded, _relay.Counters.Failures, _relay.Counters.LastFailure, CaptureOmitted: 0, CaptureError: null));

    public override async Task<TimeSpan?> RoundTripAsync(CancellationToken cancellation) =>
        await RelayProbe.MeasureAsync(Plan, _timer, cancellation);

    public override Task ChangeAsync(LinkSpec change, CancellationToken cancellation) => throw new LinkPlanException(
        [new("link", null, "a relay cannot be changed while it runs; accepted: a link of packets, without --mode relay")]);

    public override async ValueTask DisposeAsync()
    {
        await _relay.DisposeAsync();
        _timer.Dispose();
        _ended.TrySetResult();
    }
}

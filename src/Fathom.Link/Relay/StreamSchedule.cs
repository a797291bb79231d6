using Fathom.Link.Impairments;

namespace Fathom.Link.Relay;

/// <summary>
/// When bytes of a stream leave: pure, told the time. The same laws as a direction of packets, without what needs packets; never reorders.
/// Owned by one direction of one connection.
/// </summary>
internal sealed class StreamSchedule
{
    /// <summary>The most bytes that are timed as one: what a packet carries, so that a rate is smooth.</summary>
    public const int ChunkBytes = 1460;

    private readonly IPacketService _service;
    private readonly DelayLaw _delay;
    private long _last;

    public StreamSchedule(DirectionPlan plan, long seed, string name)
    {
        _service = plan.Rate is { } rate ? new ConstantRate(rate) : new UnboundedRate();
        _delay = new DelayLaw(plan.Delay, plan.Jitter, plan.JitterKind, new ImpairmentRandom(seed, name));
    }

    /// <summary>When <paramref name="bytes"/> that came at <paramref name="now"/> leave.</summary>
    public long Due(long now, int bytes)
    {
        var left = _service.Serve(_service.StartOf(now), bytes);
        _last = Math.Max(_last, left + _delay.Next());
        return _last;
    }
}

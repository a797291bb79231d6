using Fathom.Link.Impairments;

namespace Fathom.Link.Relay;

/// <summary>
/// Computes when bytes of a stream are due, without a clock. Delay, jitter and rate are those of a packet direction, without reordering.
/// Owned by one direction of one connection.
/// </summary>
internal sealed class StreamSchedule
{
    /// <summary>Maximum bytes that are delayed as one, the payload of a packet, so that a rate is smooth.</summary>
    public const int ChunkBytes = 1460;

    private readonly IPacketService _service;
    private readonly DelayDistribution _delay;
    private long _last;

    public StreamSchedule(DirectionPlan plan, long seed, string name)
    {
        _service = plan.Rate is { } rate ? new ConstantRate(rate) : new UnboundedRate();
        _delay = new DelayDistribution(plan.Delay, plan.Jitter, plan.JitterKind, new ImpairmentRandom(seed, name));
    }

    /// <summary>When <paramref name="bytes"/> received at <paramref name="now"/> are due.</summary>
    public long Due(long now, int bytes)
    {
        var left = _service.Serve(_service.StartOf(now), bytes);
        _last = Math.Max(_last, left + _delay.Next());
        return _last;
    }
}

namespace Fathom.Link.Impairments;

/// <summary>
/// One direction of a link, pure: told packets (by the caller's number and their length) and the time, it answers when and whether each
/// leaves. Order of events, as on a line: loss, duplication and corruption; the queue and the rate; then the delay. It owns no buffer,
/// knows no clock, and allocates nothing once it has grown to the most packets it has held. Times are nanoseconds of one clock and never go
/// back. Not thread-safe.
/// </summary>
public sealed class DirectionEmulator
{
    private readonly DirectionPlan _plan;
    private readonly ILossProcess _loss;
    private readonly ImpairmentRandom _duplication;
    private readonly ImpairmentRandom _corruption;
    private readonly DelayLaw _delay;
    private readonly Bottleneck _bottleneck;
    private readonly DelayLine _line = new();
    private readonly Stack<int> _dropped = new(64);
    private readonly bool _bounded;
    private long _lastDue = long.MinValue;

    /// <summary>A direction at work.</summary>
    /// <param name="plan">What it does.</param>
    /// <param name="seed">The link's seed: the same seed, plan and packets give the same fates and delays.</param>
    /// <param name="name">Sets this direction's randomness apart from the other's.</param>
    /// <param name="mtu">The largest packet, bytes.</param>
    public DirectionEmulator(DirectionPlan plan, long seed, string name, int mtu)
    {
        _plan = plan;
        _loss = plan.Loss.Start(new ImpairmentRandom(seed, name + " loss"));
        _duplication = new ImpairmentRandom(seed, name + " duplication");
        _corruption = new ImpairmentRandom(seed, name + " corruption");
        _delay = new DelayLaw(plan.Delay, plan.Jitter, plan.JitterKind, new ImpairmentRandom(seed, name + " delay"));
        IPacketService service = plan switch
        {
            { Trace: { } trace } => new TraceService(trace),
            { Rate: { } rate } => new ConstantRate(rate),
            _ => new UnboundedRate(),
        };
        _bounded = service is not UnboundedRate;
        _bottleneck = new Bottleneck(service, plan.Queue, mtu);
    }

    /// <summary>Packets that wait for the line.</summary>
    public int QueuedPackets => _bottleneck.Count;

    /// <summary>Bytes that wait for the line.</summary>
    public long QueuedBytes => _bottleneck.Bytes;

    /// <summary>Packets that are here at all: waiting, or on their way.</summary>
    public int Held => _bottleneck.Count + _line.Count + _dropped.Count;

    /// <summary>When <see cref="TryTake"/> has something to do next; <see cref="long.MaxValue"/> for never.</summary>
    public long NextEvent => _dropped.Count > 0 ? 0 : Math.Min(_line.NextDue, _bottleneck.NextStart);

    /// <summary>Decides what befalls the next packet; asked once for each, before <see cref="TryEnqueue"/>.</summary>
    /// <param name="length">Its bytes, above 0.</param>
    public PacketFate Judge(int length)
    {
        if (_loss.Loses())
        {
            return new PacketFate(true, false, -1);
        }

        var duplicated = _duplication.Happens(_plan.Duplicate);
        var corrupted = _corruption.Happens(_plan.Corrupt) ? _corruption.Next(length * 8) : -1;
        return new PacketFate(false, duplicated, corrupted);
    }

    /// <summary>Takes a packet in at <paramref name="now"/>; false where the queue is full, and the packet is the caller's again.</summary>
    /// <param name="slot">The caller's number for it.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="now">The time.</param>
    public bool TryEnqueue(int slot, int length, long now)
    {
        if (!_bounded)
        {
            Send(slot, now);
            return true;
        }

        // What the line has begun to send no longer waits.
        Serve(now);
        return _bottleneck.TryAdd(slot, length, now);
    }

    /// <summary>Gives back the next packet that has arrived, or was dropped in the queue, by <paramref name="now"/>.</summary>
    public bool TryTake(long now, out Departure departure)
    {
        Serve(now);
        if (_dropped.TryPop(out var dropped))
        {
            departure = new Departure(dropped, true, now);
            return true;
        }

        if (_line.NextDue > now)
        {
            departure = default;
            return false;
        }

        var slot = _line.Take(out var due);
        departure = new Departure(slot, false, due);
        return true;
    }

    private void Serve(long now)
    {
        while (_bottleneck.TryServe(now, out var slot, out var left, out var dropped))
        {
            if (dropped)
            {
                _dropped.Push(slot);
            }
            else
            {
                Send(slot, left);
            }
        }
    }

    private void Send(int slot, long left)
    {
        var due = left + _delay.Next();
        if (!_plan.Reorders)
        {
            due = Math.Max(due, _lastDue);
            _lastDue = due;
        }

        _line.Add(slot, due);
    }
}

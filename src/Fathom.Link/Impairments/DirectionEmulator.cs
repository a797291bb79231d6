namespace Fathom.Link.Impairments;

/// <summary>
/// Emulates one direction of a link, without I/O, buffers or a clock. The caller enqueues packets by slot number and length with the
/// current time, and dequeues those that are due. Order: loss, duplication and corruption; queue and rate; delay. Allocates only to grow.
/// Times are nanoseconds of one clock and never decrease. Not thread-safe.
/// </summary>
public sealed class DirectionEmulator
{
    private readonly long _seed;
    private readonly string _name;
    private readonly int _mtu;
    private readonly DelayQueue _line = new();
    private readonly Stack<int> _dropped = new(64);
    private DirectionPlan _plan = null!;
    private ImpairmentSource _impairments = null!;
    private DelayDistribution _delay = null!;
    private Bottleneck _bottleneck = null!;
    private bool _bounded;
    private int _changes;
    private long _lastDue = long.MinValue;

    /// <summary>Creates the emulator of one direction.</summary>
    /// <param name="plan">The impairments.</param>
    /// <param name="seed">Seed of the link. The same seed, plan and packets give the same impairments and delays.</param>
    /// <param name="name">Name of the direction, which separates its random numbers from those of the other.</param>
    /// <param name="mtu">The largest packet, bytes.</param>
    public DirectionEmulator(DirectionPlan plan, long seed, string name, int mtu)
    {
        (_seed, _name, _mtu) = (seed, name, mtu);
        Use(plan, name);
    }

    /// <summary>Packets that wait for the line.</summary>
    public int QueuedPackets => _bottleneck.Count;

    /// <summary>Bytes that wait for the line.</summary>
    public long QueuedBytes => _bottleneck.Bytes;

    /// <summary>Packets queued or in transit.</summary>
    public int Pending => _bottleneck.Count + _line.Count + _dropped.Count;

    /// <summary>When to call <see cref="TryDequeue"/> next; <see cref="long.MaxValue"/> for never.</summary>
    public long NextEvent => _dropped.Count > 0 ? 0 : Math.Min(_line.NextDue, _bottleneck.NextStart);

    /// <summary>Puts another plan in force. Packets under way arrive when they were due, and without reordering no later packet arrives
    /// before them. Packets that wait for the line wait for the new one; those that its queue has no place for are dropped.</summary>
    /// <param name="plan">The impairments from now on. Their random numbers are those of the seed and of the number of changes.</param>
    /// <param name="now">The time.</param>
    public void Change(DirectionPlan plan, long now)
    {
        Serve(now);
        var waiting = _bottleneck;
        Use(plan, $"{_name} {++_changes}");
        while (waiting.TryTake(out var slot, out var bytes))
        {
            if (!TryEnqueue(slot, bytes, now))
            {
                _dropped.Push(slot);
            }
        }
    }

    /// <summary>Draws the impairment of the next packet. Call it once per packet, before <see cref="TryEnqueue"/>.</summary>
    /// <param name="length">Its bytes, above 0.</param>
    public PacketImpairment NextImpairment(int length) => _impairments.Next(length);

    /// <summary>Enqueues a packet at <paramref name="now"/>. Returns false if the queue is full; the caller then owns the packet.</summary>
    /// <param name="slot">Slot number of the packet, chosen by the caller.</param>
    /// <param name="length">Its bytes.</param>
    /// <param name="now">The time.</param>
    public bool TryEnqueue(int slot, int length, long now)
    {
        if (!_bounded)
        {
            Send(slot, now);
            return true;
        }

        // Packets whose transmission has started no longer occupy the queue.
        Serve(now);
        return _bottleneck.TryAdd(slot, length, now);
    }

    /// <summary>Dequeues the next packet that is due at <paramref name="now"/>, or that the queue dropped.</summary>
    public bool TryDequeue(long now, out Departure departure)
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

    private void Use(DirectionPlan plan, string name)
    {
        _plan = plan;
        _impairments = new ImpairmentSource(plan, _seed, name);
        _delay = new DelayDistribution(plan.Delay, plan.Jitter, plan.JitterKind, new ImpairmentRandom(_seed, name + " delay"));
        IPacketService service = plan switch
        {
            { Trace: { } trace } => new TraceRate(trace),
            { Rate: { } rate } => new ConstantRate(rate),
            _ => new UnboundedRate(),
        };
        _bounded = service is not UnboundedRate;
        _bottleneck = new Bottleneck(service, plan.Queue, _mtu);
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

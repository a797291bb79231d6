using Fathom.Link.Impairments;

namespace Fathom.Tests.Link.Impairments;

/// <summary>A direction on virtual time: packets of one size at even distances, and when each came out.</summary>
internal sealed class Bench(DirectionPlan plan, long seed = 1)
{
    public const int Mtu = 1500;
    public const long Millisecond = 1_000_000;
    public const long Second = 1000 * Millisecond;

    private readonly DirectionEmulator _emulator = new(plan, seed, "up", Mtu);
    private readonly List<long> _sent = [];

    /// <summary>Packets in the order in which they came out.</summary>
    public List<(int Packet, long SentAt, long Due)> Arrived { get; } = [];

    public List<int> Lost { get; } = [];

    public List<int> TooLarge { get; } = [];

    public List<int> DroppedAtTail { get; } = [];

    public List<int> DroppedByCoDel { get; } = [];

    public List<(int Packet, int Bit)> Corrupted { get; } = [];

    public IEnumerable<double> DelaysInMilliseconds => Arrived.Select(a => (a.Due - a.SentAt) / (double)Millisecond);

    /// <summary>Sends so many packets, one each <paramref name="every"/> nanoseconds, and lets all come out.</summary>
    public Bench Send(int count, long every, int bytes = Mtu)
    {
        var start = _sent.Count == 0 ? Second : _sent[^1] + every;
        for (var i = 0; i < count; i++)
        {
            SendAt(start + (i * every), bytes);
        }

        return Drain();
    }

    public void SendAt(long now, int bytes = Mtu)
    {
        Advance(now);
        var packet = _sent.Count;
        _sent.Add(now);
        var fate = _emulator.NextImpairment(bytes);
        if (fate.Lost)
        {
            Lost.Add(packet);
            return;
        }

        if (fate.TooLarge)
        {
            TooLarge.Add(packet);
            return;
        }

        if (fate.CorruptedBit >= 0)
        {
            Corrupted.Add((packet, fate.CorruptedBit));
        }

        for (var copies = fate.Duplicated ? 2 : 1; copies > 0; copies--)
        {
            if (!_emulator.TryEnqueue(packet, bytes, now))
            {
                DroppedAtTail.Add(packet);
            }
        }
    }

    public Bench Drain()
    {
        Advance(long.MaxValue);
        return this;
    }

    // Only at the times that the emulator names, as the forwarding loop does.
    private void Advance(long until)
    {
        while (_emulator.NextEvent is var next && next < until)
        {
            while (_emulator.TryDequeue(next, out var departure))
            {
                if (departure.Dropped)
                {
                    DroppedByCoDel.Add(departure.Slot);
                }
                else
                {
                    departure.Due.ShouldBe(next, "a packet comes out at the time that was named");
                    Arrived.Add((departure.Slot, _sent[departure.Slot], departure.Due));
                }
            }
        }
    }
}

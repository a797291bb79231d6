using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>
/// A TCP connection in virtual time, with what Linux would say of it: slow start, busy time in ticks of 4 ms, a delivery rate that keeps
/// its highest value, and a peer that may keep its last acknowledgement back until it sends something itself, or 40 ms. Times in seconds,
/// sizes in bytes.
/// </summary>
/// <param name="bytesPerSecond">Its rate.</param>
/// <param name="roundTrip">How long a packet takes there and back.</param>
/// <param name="late">The share of what is sent whose last acknowledgement is kept back.</param>
internal sealed class VirtualLine(double bytesPerSecond, double roundTrip, double late)
{
    private const double DelayedAcknowledgement = 0.04;
    private const double Tick = 0.004;
    private const int Packet = 1448;
    private const double FirstWindow = 14_480;

    private readonly Queue<(double At, double Start, double End, double Bytes)> _sent = new();
    private readonly Random _late = new(1);
    private readonly RoundTripEstimate _estimate = new(roundTrip);
    private double _window = FirstWindow;
    private double _gone;
    private double _acknowledged;
    private double _busyBefore;
    private double _busySince;
    private double _busyUntil;
    private double _lastAt;
    private double _told;
    private double _deliveryRate;
    private long _packets;

    /// <summary>May change at any time.</summary>
    public double BytesPerSecond { get; set; } = bytesPerSecond;

    public double RoundTrip => roundTrip;

    /// <summary>When no more than <paramref name="bytes"/> will wait to be sent.</summary>
    public double HasRoom(double bytes) => _gone - (bytes / BytesPerSecond);

    /// <summary>Sends from a moment on that is not before the last; gives the moment at which all has arrived.</summary>
    /// <param name="at">The moment.</param>
    /// <param name="bytes">How many.</param>
    /// <param name="slowness">1, or by how much longer than it should it takes.</param>
    /// <param name="pause">Seconds in which the line does nothing.</param>
    public double Send(double at, double bytes, double slowness, double pause)
    {
        var took = (bytes / BytesPerSecond * slowness) + pause;
        for (; _window < Math.Min(bytes, BytesPerSecond * roundTrip); _window *= 2)
        {
            took += roundTrip;
        }

        if (at > _busyUntil)
        {
            _busyBefore += Ticks(_busyUntil) - Ticks(_busySince);
            _busySince = at;
        }

        var start = Math.Max(at, _gone);
        _gone = start + took;
        _busyUntil = _gone + roundTrip + (_late.NextDouble() < late ? DelayedAcknowledgement : 0);
        _lastAt = at;
        _sent.Enqueue((at, start, _gone, bytes));
        _packets += (long)Math.Ceiling(bytes / Packet);

        // What comes at once after a pause is fast, and the fastest is kept.
        _deliveryRate = Math.Max(_deliveryRate, Math.Min(bytes / roundTrip, BytesPerSecond * Math.Max(2 - slowness, 1.2)));
        return _gone + (roundTrip / 2);
    }

    /// <summary>The peer sends something of its own, which acknowledges all that arrived.</summary>
    public void Answer(double at)
    {
        _busyUntil = Math.Min(_busyUntil, at + (roundTrip / 2));
        if (_busyUntil > _gone + roundTrip)
        {
            _estimate.Add(_busyUntil - roundTrip - _lastAt);
        }
    }

    /// <summary>What the kernel says at a moment.</summary>
    public TcpInfo Read(double at)
    {
        while (_sent.TryPeek(out var first) && first.End + roundTrip <= at)
        {
            _acknowledged += first.Bytes;
            var (least, most) = (first.Start - first.At + (Math.Min(first.Bytes, Packet) / BytesPerSecond), first.End - first.At);
            var samples = Math.Clamp(Math.Ceiling(first.Bytes / Packet / 2), 1, 8);
            for (var i = 0; i < samples; i++)
            {
                _estimate.Add(least + ((most - least) * (i + 1) / samples));
            }

            _sent.Dequeue();
        }

        // The last packet waits for its acknowledgement alone.
        var now = _acknowledged - (_sent.Count == 0 && at < _busyUntil ? Packet : 0);
        foreach (var (_, start, end, bytes) in _sent)
        {
            var share = (at - roundTrip - start) / (end - start);
            if (share <= 0)
            {
                break;
            }

            now += bytes * share;
        }

        var busy = _busyBefore + Ticks(Math.Min(at, _busyUntil)) - Ticks(_busySince);
        _told = Math.Max(_told, now);
        return new TcpInfo((long)_told, TimeSpan.FromSeconds(busy * Tick), TimeSpan.FromSeconds(roundTrip), _estimate.Timeout, Packet,
            _packets, at >= _busyUntil, _deliveryRate, true);
    }

    private static double Ticks(double at) => Math.Floor(at / Tick);
}

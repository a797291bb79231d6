using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Fathom.Transport.Compression;

/// <summary>
/// Measures the rate of one connection: bytes acknowledged by the time in which there was something to send, over at least
/// <see cref="MinBusyTime"/> of it, the median of three such measurements. The kernel's own <c>tcpi_delivery_rate</c> is no such mean:
/// while less is sent than the connection has room for it keeps the fastest round trip ever seen. It serves as a first guess only. A peer
/// may keep its last acknowledgement back until it sends something itself, which is not the line's time: where that may be much of what was
/// measured, the line does at least so much. Lives as long as its socket; safe from any thread.
/// </summary>
internal sealed class LinkMeter
{
    // The kernel counts busy time in ticks, 4 ms at 250 Hz: five of them make a measurement that is off by a fifth at most.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(4);
    private static readonly TimeSpan MinBusyTime = 5 * Tick;

    // A burst that is over sooner, or within a few round trips, shows the round trip and not the rate: it took at least so long.
    private static readonly TimeSpan MinBurst = TimeSpan.FromMilliseconds(1);
    private const int RoundTripsPerBurst = 4;

    // So long a peer on Linux keeps its last acknowledgement back where it sends nothing before (TCP_DELACK_MIN; RFC 9293, section 3.8.6.3,
    // allows half a second).
    private static readonly TimeSpan MaxAckDelay = TimeSpan.FromMilliseconds(40);

    // Where that can be no larger a share of a measurement, it counts as one.
    private const double MaxAckDelayShare = 0.25;

    // Packets that TCP sends at once before it knows anything (RFC 6928).
    private const int InitialWindowPackets = 10;

    // Round trips of a path without a queue differ by about so much.
    private static readonly TimeSpan Jitter = TimeSpan.FromMicroseconds(50);

    // A look is a system call; a stream has a message every few microseconds.
    private static readonly TimeSpan PollInterval = TimeSpan.FromMilliseconds(1);

    private static readonly ConditionalWeakTable<Socket, LinkMeter> Meters = [];

    private readonly Lock _lock = new();
    private readonly RateEstimate _estimate = new();
    private TcpInfo? _start;
    private TcpInfo _last;
    private TimeSpan? _lastPoll;
    private int _bursts;
    private TimeSpan _ackDelay;
    private bool? _isLocal;

    /// <summary>The meter of a socket.</summary>
    public static LinkMeter For(Socket socket) => Meters.GetValue(socket, static _ => new LinkMeter());

    /// <summary>Looks again where that was not done just now, and says what is known.</summary>
    public LinkRate? Read(Socket socket)
    {
        lock (_lock)
        {
            var now = MessageCompressor.Clock;
            if (_lastPoll is not { } looked || now - looked >= PollInterval)
            {
                _lastPoll = now;
                if (TcpInfo.Read(socket) is { } reading)
                {
                    AddReading(reading);
                }
            }

            return _estimate.Rate is { } rate ? rate with { IsLocal = _isLocal ??= IsLocal(socket) } : null;
        }
    }

    /// <summary>Takes what the kernel says; to be used for one reading after another of one connection.</summary>
    internal LinkRate? AddReading(in TcpInfo reading)
    {
        if (reading.BusyTime is not { } busy)
        {
            _estimate.SetGuess(reading.DeliveryRate, reading.IsDeliveryRateLowerBound);
        }
        else if (_start is not { } start)
        {
            (_start, _last) = (reading, reading);
        }
        else if (reading.Acknowledged > _last.Acknowledged)
        {
            AddReading(start, reading, busy - _last.BusyTime!.Value);
        }

        return _estimate.Rate;
    }

    private void AddReading(TcpInfo start, in TcpInfo reading, TimeSpan busy)
    {
        var bytes = reading.Acknowledged - _last.Acknowledged;
        var byPacket = RateByPacket(reading, bytes);
        var atLeast = Math.Max(bytes / (ClampToZero(busy - (reading.IsIdle ? reading.MinRoundTrip : TimeSpan.Zero)) + Tick).TotalSeconds,
            byPacket);
        if (!_estimate.IsMeasured)
        {
            // The last packet of a first window waits for all of them.
            var window = reading.IsIdle ? Math.Clamp(reading.Packets - _last.Packets, 1, InitialWindowPackets) : 1;
            atLeast = Math.Max(atLeast, Math.Max(window * byPacket, reading.DeliveryRate));
        }

        if (_estimate.TryRaise(atLeast))
        {
            // Measuring begins anew where that was slower.
            start = _last;
            (_bursts, _ackDelay) = (0, TimeSpan.Zero);
        }

        if (reading.IsIdle)
        {
            _bursts++;
            _ackDelay += busy < MaxAckDelay ? busy : MaxAckDelay;
        }

        Measure(start, reading, byPacket);
        _last = reading;
    }

    // A packet waits for the line at least as long as the line needs for it.
    private double RateByPacket(in TcpInfo reading, long bytes) =>
        Math.Min(reading.PacketSize, bytes / Math.Max(1.0, reading.Packets - _last.Packets)) / (
            ClampToZero(reading.MaxRoundTrip - reading.MinRoundTrip) + Jitter).TotalSeconds;

    private void Measure(in TcpInfo start, in TcpInfo reading, double byPacket)
    {
        var (took, longest) = (reading.BusyTime!.Value - start.BusyTime!.Value, reading.MinRoundTrip * RoundTripsPerBurst);
        if (took < MinBusyTime)
        {
            _start = start;
            return;
        }

        // The last acknowledgement of a burst takes a round trip that no faster line shortens.
        var net = ClampToZero(took - (_bursts * reading.MinRoundTrip)) + (4 * _bursts * Jitter);
        double bytes = reading.Acknowledged - start.Acknowledged;
        if (took < _bursts * (longest > MinBurst ? longest : MinBurst) || bytes / net.TotalSeconds < byPacket / 2)
        {
            // There were pauses on the line, though there was always something that was not acknowledged yet.
            _estimate.AddLowerBound(bytes / (net + Tick).TotalSeconds);
        }
        else if (_ackDelay > MaxAckDelayShare * net)
        {
            _estimate.AddRange(ClampToZero(net - _ackDelay - Tick).TotalSeconds / bytes, (net + Tick).TotalSeconds / bytes,
                net.TotalSeconds / bytes);
        }
        else
        {
            _estimate.AddMeasurement(net.TotalSeconds / bytes);
        }

        (_start, _bursts, _ackDelay) = (reading, 0, TimeSpan.Zero);
    }

    private static TimeSpan ClampToZero(TimeSpan time) => time > TimeSpan.Zero ? time : TimeSpan.Zero;

    private static bool IsLocal(Socket socket)
    {
        try
        {
            return socket is { LocalEndPoint: IPEndPoint near, RemoteEndPoint: IPEndPoint far }
                && (IPAddress.IsLoopback(far.Address) || near.Address.Equals(far.Address));
        }
        catch (Exception e) when (e is SocketException or ObjectDisposedException)
        {
            // The connection is gone: what is written to it is lost anyway.
            return false;
        }
    }
}

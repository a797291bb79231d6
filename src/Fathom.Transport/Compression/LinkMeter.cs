using System.Net;
using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Fathom.Transport.Compression;

/// <summary>
/// Measures the rate of one connection: acknowledged bytes divided by the time in which TCP was busy, over at least
/// <see cref="MinBusyTime"/>, the median of three measurements. The kernel's <c>tcpi_delivery_rate</c> is only a first guess: it keeps the
/// fastest round trip while less is sent than the connection has room for. A peer can delay its last acknowledgement; when that may be a
/// large part of a measurement, the result is a lower bound. Lives as long as its socket; thread-safe.
/// </summary>
internal sealed class LinkMeter
{
    // The kernel counts busy time in ticks of 4 ms (250 Hz): with five ticks the error is a fifth at most.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(4);
    private static readonly TimeSpan MinBusyTime = 5 * Tick;

    // A shorter burst shows the round trip and not the rate.
    private static readonly TimeSpan MinBurst = TimeSpan.FromMilliseconds(1);
    private const int RoundTripsPerBurst = 4;

    // How long a peer on Linux delays an acknowledgement (TCP_DELACK_MIN; RFC 9293 section 3.8.6.3 allows half a second).
    private static readonly TimeSpan MaxAckDelay = TimeSpan.FromMilliseconds(40);

    // A measurement counts when the delay is at most this share of it.
    private const double MaxAckDelayShare = 0.25;

    // The initial congestion window of TCP, in packets (RFC 6928).
    private const int InitialWindowPackets = 10;

    // How much round trips of a path without a queue differ.
    private static readonly TimeSpan Jitter = TimeSpan.FromMicroseconds(50);

    // A reading is a system call, and a stream can have a message every few microseconds.
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

    /// <summary>Returns the meter of a socket.</summary>
    public static LinkMeter For(Socket socket) => Meters.GetValue(socket, static _ => new LinkMeter());

    /// <summary>Takes a reading, unless the last one is recent, and returns the measured rate.</summary>
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

    /// <summary>Adds a reading of the kernel. Call with consecutive readings of one connection.</summary>
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
            // The last packet of an initial window waits for the others.
            var window = reading.IsIdle ? Math.Clamp(reading.Packets - _last.Packets, 1, InitialWindowPackets) : 1;
            atLeast = Math.Max(atLeast, Math.Max(window * byPacket, reading.DeliveryRate));
        }

        if (_estimate.TryRaise(atLeast))
        {
            // The link is faster than measured: start again.
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

    // A packet is delayed at least as long as the link needs to send it.
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

        // The last acknowledgement of a burst takes a round trip, whatever the rate.
        var net = ClampToZero(took - (_bursts * reading.MinRoundTrip)) + (4 * _bursts * Jitter);
        double bytes = reading.Acknowledged - start.Acknowledged;
        if (took < _bursts * (longest > MinBurst ? longest : MinBurst) || bytes / net.TotalSeconds < byPacket / 2)
        {
            // The link was idle at times, although some bytes were not acknowledged yet.
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
            // The connection is closed.
            return false;
        }
    }
}

using System.Net.Sockets;
using System.Runtime.CompilerServices;

namespace Fathom.Transport.Compression;

/// <summary>
/// Measures the rate of one connection: bytes acknowledged by the time in which there was something to send, over at least <see cref="LeastBusy"/> of it, the median
/// of three such measurements. The kernel's own <c>tcpi_delivery_rate</c> is no such mean: while less is sent than the connection has room for it keeps the fastest
/// round trip ever seen. It serves as a first guess only. Lives as long as its socket; safe from any thread.
/// </summary>
internal sealed class LinkMeter
{
    // The kernel counts busy time in ticks, 4 ms at 250 Hz: five of them make a measurement that is off by a fifth at most.
    private static readonly TimeSpan Tick = TimeSpan.FromMilliseconds(4);
    private static readonly TimeSpan LeastBusy = 5 * Tick;

    // A burst that is over sooner, or within a few round trips, shows the round trip and not the rate: it took at least so long.
    private static readonly TimeSpan LeastBurst = TimeSpan.FromMilliseconds(1);
    private const int RoundTripsPerBurst = 4;

    // Packets that TCP sends at once before it knows anything (RFC 6928).
    private const int FirstWindow = 10;

    // Round trips of a path without a queue differ by about so much.
    private static readonly TimeSpan Jitter = TimeSpan.FromMicroseconds(50);

    // What was acknowledged since the last look alone, by the longest that can have taken: where that is faster by this much, what was known is over.
    private const double Faster = 1.25;

    // A look is a system call; a stream has a message every few microseconds.
    private static readonly TimeSpan BetweenLooks = TimeSpan.FromMilliseconds(1);

    private static readonly ConditionalWeakTable<Socket, LinkMeter> Meters = [];

    private readonly Lock _lock = new();
    private RecentMedian _secondsPerByte = new(3);
    private TcpReading? _start;
    private TcpReading _last;
    private TimeSpan? _looked;
    private int _bursts;
    private bool _measured;
    private LinkRate? _rate;

    /// <summary>The meter of a socket.</summary>
    public static LinkMeter Of(Socket socket) => Meters.GetValue(socket, static _ => new LinkMeter());

    /// <summary>Looks again where that was not done just now, and says what is known.</summary>
    public LinkRate? Read(Socket socket)
    {
        lock (_lock)
        {
            var now = MessageWire.Now;
            if (_looked is { } looked && now - looked < BetweenLooks)
            {
                return _rate;
            }

            _looked = now;
            return TcpReading.Of(socket) is { } reading ? Learn(reading) : _rate;
        }
    }

    /// <summary>Takes what the kernel says; to be used for one reading after another of one connection.</summary>
    internal LinkRate? Learn(in TcpReading reading)
    {
        if (reading.Busy is not { } busy)
        {
            return _rate = reading.DeliveryRate > 0 ? new(reading.DeliveryRate, reading.IsDeliveryRateAtLeast) : null;
        }

        if (_start is not { } start)
        {
            (_start, _last) = (reading, reading);
            return null;
        }

        var bytes = reading.Acknowledged - _last.Acknowledged;
        if (bytes <= 0)
        {
            return _rate;
        }

        var atLeast = bytes / (Positive(busy - _last.Busy!.Value - (reading.IsIdle ? reading.ShortestRoundTrip : TimeSpan.Zero)) + Tick).TotalSeconds;
        var byPacket = ByPacket(reading, bytes);
        atLeast = Math.Max(atLeast, byPacket);
        if (!_measured)
        {
            // The last packet of a first window waits for all of them.
            var window = reading.IsIdle ? Math.Clamp(reading.Packets - _last.Packets, 1, FirstWindow) : 1;
            atLeast = Math.Max(atLeast, Math.Max(window * byPacket, reading.DeliveryRate));
        }

        if (_rate is not { } known || atLeast > (_measured ? Faster : 1) * known.BytesPerSecond)
        {
            // Measuring begins anew where that was slower.
            start = _last;
            _secondsPerByte.Clear();
            _bursts = 0;
            _rate = new(atLeast, IsAtLeast: true);
        }

        _bursts += reading.IsIdle ? 1 : 0;
        Measure(start, reading, byPacket);
        _last = reading;
        return _rate;
    }

    // A packet waits for the line at least as long as the line needs for it.
    private double ByPacket(in TcpReading reading, long bytes) =>
        Math.Min(reading.PacketSize, bytes / Math.Max(1.0, reading.Packets - _last.Packets)) / (Positive(reading.LongRoundTrip - reading.ShortestRoundTrip) + Jitter).TotalSeconds;

    private void Measure(in TcpReading start, in TcpReading reading, double byPacket)
    {
        var (took, longest) = (reading.Busy!.Value - start.Busy!.Value, reading.ShortestRoundTrip * RoundTripsPerBurst);
        if (took < LeastBusy)
        {
            _start = start;
            return;
        }

        // The last acknowledgement of a burst takes a round trip that no faster line shortens.
        var net = Positive(took - (_bursts * reading.ShortestRoundTrip)) + (4 * _bursts * Jitter);
        var bytes = reading.Acknowledged - start.Acknowledged;
        if (took >= _bursts * (longest > LeastBurst ? longest : LeastBurst) && bytes / net.TotalSeconds >= byPacket / 2)
        {
            _secondsPerByte.Add(net.TotalSeconds / bytes);
            _measured = true;
            _rate = new(1 / _secondsPerByte.Value, IsAtLeast: false);
        }
        else
        {
            // There were pauses on the line, though there was always something that was not acknowledged yet.
            var known = _rate!.Value.BytesPerSecond;
            _rate = new(_measured ? known : Math.Max(known, bytes / (net + Tick).TotalSeconds), IsAtLeast: true);
        }

        (_start, _bursts) = (reading, 0);
    }

    private static TimeSpan Positive(TimeSpan time) => time > TimeSpan.Zero ? time : TimeSpan.Zero;
}

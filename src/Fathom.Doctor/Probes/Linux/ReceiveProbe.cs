using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>How bytes come to a process by TCP, and what its packets meet on the way. Of connections that end between two looks the last
/// bytes are not seen.</summary>
/// <param name="time">The clock.</param>
internal sealed class ReceiveProbe(TimeProvider time) : ISocketProbe
{
    private const string Name = "tcp";

    // Of fewer packets a share is chance.
    private const uint MinPackets = 1000;

    private const double Steady = 0.25;
    private const double BytesPerMsPerMegabytePerSecond = 1000;
    private const double UsPerMs = 1000;

    private readonly Dictionary<uint, TcpCounts> _last = [];
    private readonly List<(double Ms, double Bytes)> _windows = [];
    private long? _looked;

    public void Look(IReadOnlyList<TcpConnection> sockets)
    {
        var connections = sockets.Where(s => s.State == TcpConnectionState.Established).ToList();
        if (connections.Exists(c => c.Counts is null))
        {
            return;
        }

        var now = time.GetTimestamp();
        var came = 0.0;
        foreach (var (inode, counts) in connections.Select(c => (c.Inode, c.Counts!)))
        {
            came += counts.BytesReceived - EarlierOf(inode, counts);
            _last[inode] = counts;
        }

        if (_looked is { } before)
        {
            _windows.Add((time.GetElapsedTime(before, now).TotalMilliseconds, came));
        }

        _looked = now;
    }

    public IEnumerable<Observation> Observe(TimeSpan watched)
    {
        if (_windows.Count == 0)
        {
            yield break;
        }

        var (total, rate) = (_windows.Sum(w => w.Bytes), MedianRate());
        yield return TcpQuantities.BytesReceived.Seen(total, Name, watched);
        yield return TcpQuantities.ReceiveRate.Seen(rate / BytesPerMsPerMegabytePerSecond, Name, watched);
        yield return TcpQuantities.ReceiveShare.Seen(rate > 0 ? Math.Min(1, total / rate / watched.TotalMilliseconds) : 0, Name, watched);
        yield return TcpQuantities.SteadyShare.Seen(
            total > 0 ? _windows.Where(w => Math.Abs(RateOf(w) - rate) <= Steady * rate).Sum(w => w.Bytes) / total : 0, Name, watched);
        if (_last.Values.OrderByDescending(c => c.BytesReceived).FirstOrDefault() is
            { RoundTripUs: > 0 and < uint.MaxValue and var roundTrip })
        {
            yield return TcpQuantities.RoundTrip.Seen(roundTrip / UsPerMs, Name, watched);
        }

        if (ShareOf(c => c.OutOfOrder, c => c.PacketsIn) is { } late)
        {
            yield return TcpQuantities.OutOfOrderShare.Seen(late, Name, watched);
        }

        if (ShareOf(c => c.SentAgain, c => c.PacketsOut) is { } again)
        {
            yield return TcpQuantities.SentAgainShare.Seen(again, Name, watched);
        }
    }

    // What was there at the first look is no part of what is watched. A number that is less belongs to another connection.
    private ulong EarlierOf(uint inode, TcpCounts counts) =>
        _last.TryGetValue(inode, out var last) && last.BytesReceived <= counts.BytesReceived ? last.BytesReceived
        : _looked is null ? counts.BytesReceived
        : 0;

    private static double RateOf((double Ms, double Bytes) window) => window.Bytes / Math.Max(1, window.Ms);

    // Half of the bytes came faster: times without bytes, and the ends of transfers, do not count.
    private double MedianRate()
    {
        var (seen, half) = (0.0, _windows.Sum(w => w.Bytes) / 2);
        foreach (var window in _windows.Where(w => w.Bytes > 0).OrderBy(RateOf))
        {
            seen += window.Bytes;
            if (seen >= half)
            {
                return RateOf(window);
            }
        }

        return 0;
    }

    private double? ShareOf(Func<TcpCounts, uint> some, Func<TcpCounts, uint> all)
    {
        var packets = _last.Values.Sum(c => (long)all(c));
        return packets < MinPackets ? null : (double)_last.Values.Sum(c => (long)some(c)) / packets;
    }
}

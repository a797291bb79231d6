using Fathom.Lab.Kernel;
using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Linux;

/// <summary>How bytes come to a process by TCP, and what its packets meet on the way. Of connections that end between two looks the last
/// bytes are not seen.</summary>
/// <param name="pid">The process.</param>
/// <param name="time">The clock.</param>
/// <param name="connections">The connections of this network; null for those that the kernel names.</param>
/// <param name="sockets">The sockets of the process; null for those that the kernel names.</param>
internal sealed class ReceiveProbe(int pid, TimeProvider time, Func<IReadOnlyList<TcpConnection>?>? connections = null,
    Func<IReadOnlySet<uint>?>? sockets = null) : IProcProbe
{
    private const string Name = "tcp";

    // Of fewer packets a share is chance.
    private const uint FewestPackets = 1000;

    private const double Steady = 0.25;
    private const double BytesPerMsPerMegabytePerSecond = 1000;
    private const double UsPerMs = 1000;

    private readonly Dictionary<uint, TcpConnection> _last = [];
    private readonly List<(double Ms, double Bytes)> _windows = [];
    private long? _read;

    public void Read()
    {
        var now = time.GetTimestamp();
        if ((sockets is null ? ProcessSockets.InodesOf(pid) : sockets()) is not { } own
            || (connections ?? SocketDiagnostics.Read)() is not { } all)
        {
            return;
        }

        var came = 0.0;
        foreach (var connection in all.Where(c => own.Contains(c.Inode)))
        {
            came += connection.BytesReceived - EarlierOf(connection);
            _last[connection.Inode] = connection;
        }

        if (_read is { } before)
        {
            _windows.Add((time.GetElapsedTime(before, now).TotalMilliseconds, came));
        }

        _read = now;
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
    private ulong EarlierOf(TcpConnection connection) =>
        _last.TryGetValue(connection.Inode, out var last) && last.BytesReceived <= connection.BytesReceived ? last.BytesReceived
        : _read is null ? connection.BytesReceived
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

    private double? ShareOf(Func<TcpConnection, uint> some, Func<TcpConnection, uint> all)
    {
        var packets = _last.Values.Sum(c => (long)all(c));
        return packets < FewestPackets ? null : (double)_last.Values.Sum(c => (long)some(c)) / packets;
    }
}

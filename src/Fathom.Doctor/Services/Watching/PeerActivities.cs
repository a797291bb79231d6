using System.Net;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor.Services.Watching;

/// <summary>
/// Reads from looks at a server whose answers it awaited. An answer is awaited on a connection on which something was sent since the calls
/// began, where nothing came since. The kernel's clock says whether it did, but where both were within one tick of it: then what happens
/// next says so. Where something comes before more is sent, that was awaited; where both did by the next look, it is unclear. What is seen
/// in pauses, too, is taken off.
/// </summary>
internal static class PeerActivities
{
    private enum Wait
    {
        None,
        Connecting,
        Unclear,
        Awaited,
    }

    /// <summary>Reads it.</summary>
    /// <param name="rows">Looks while calls were served, and in pauses.</param>
    /// <returns>What is behind the server, first whose answer was awaited longest.</returns>
    public static IReadOnlyList<PeerActivity> Of(IReadOnlyList<LookRow> rows)
    {
        var shares = new LookShares<Dictionary<PeerPlace, Wait>>(rows, WaitsOf);
        var (served, pauses) = (rows.Where(r => r.IsCalling).ToList(), rows.Where(r => !r.IsCalling).ToList());
        var received = served.ConvertAll(ReceivedIn);
        return
        [
            .. shares.Served.SelectMany(w => w.Keys).Concat(received.SelectMany(r => r.Keys)).Distinct().Select(p => new PeerActivity(p)
            {
                AwaitedShare = ShareOf(p, Wait.Awaited),
                UnclearShare = ShareOf(p, Wait.Unclear),
                ConnectingShare = ShareOf(p, Wait.Connecting),
                Connections = served.Average(r => ConnectionsIn(r, p)),
                Opened = served.Average(r => OpenedIn(r, p)),
                RoundTrips = BeyondPauses(r => RoundTripsIn(r, p)),
                ReceivedBytes = received.Average(r => r.GetValueOrDefault(p).Bytes),
                ReceivingShare = received.Average(r => r.GetValueOrDefault(p).Share),
            }).OrderByDescending(p => p.AwaitedShare + p.ConnectingShare).ThenByDescending(p => p.ReceivedBytes),
        ];

        // By the time that they took.
        double BeyondPauses(Func<LookRow, double> of) => Math.Max(0, served.Average(of)
            - (pauses.Sum(of) / Math.Max(1, pauses.Sum(r => r.LengthMs)) * served.Average(r => r.LengthMs)));

        double ShareOf(PeerPlace place, Wait wait) => shares.BeyondPauses(w => w.GetValueOrDefault(place) == wait);
    }

    // Of each look between the first and the last, what is waited for at each place.
    private static IEnumerable<Dictionary<PeerPlace, Wait>> WaitsOf(LookRow row)
    {
        var sent = SentBefore(row);
        for (var i = 1; i < row.Looks.Count - 1; i++)
        {
            var look = i;
            yield return row.Looks[i].Connections
                .Select(c => (Place: PlaceOf(c), Wait: WaitOf(c, sent.GetValueOrDefault(c.Inode), row.Looks.Skip(look + 1))))
                .Concat(row.Looks[i].Asked.Select(a => (Place: PeerPlace.Of(a, IPAddress.Loopback, isDatagram: true), Wait: Wait.Awaited)))
                .Where(w => w.Wait != Wait.None).GroupBy(w => w.Place)
                .ToDictionary(g => g.Key, g => g.Max(w => w.Wait));
        }
    }

    private static Wait WaitOf(TcpConnection connection, uint sentBefore, IEnumerable<ServerLook> later) => connection switch
    {
        { State: TcpConnectionState.Connecting } => Wait.Connecting,
        // Its clock for what comes begins when it is opened.
        { Counts: { BytesReceived: 0, PacketsOut: > 0 } } => Wait.Awaited,
        { Counts: { } counts } when counts.PacketsOut > sentBefore => counts.SinceSentMs.CompareTo(counts.SinceReceivedMs) switch
        {
            < 0 => Wait.Awaited,
            > 0 => Wait.None,
            0 => NextOf(connection.Inode, counts, later),
        },
        _ => Wait.None,
    };

    private static Wait NextOf(uint inode, TcpCounts now, IEnumerable<ServerLook> later)
    {
        foreach (var next in later.Select(l => l.Connections.FirstOrDefault(c => c.Inode == inode)?.Counts))
        {
            var (hasSent, hasCome) = (next?.PacketsOut != now.PacketsOut, next?.BytesReceived != now.BytesReceived);
            if (next is null || hasSent || hasCome)
            {
                return next is null || !hasCome ? Wait.None : hasSent ? Wait.Unclear : Wait.Awaited;
            }
        }

        return Wait.None;
    }

    private static Dictionary<PeerPlace, (double Bytes, double Share)> ReceivedIn(LookRow row)
    {
        var came = row.Looks.Zip(row.Looks.Skip(1), (before, now) => OpenedConnections.ReceivedSince(before.Connections, now.Connections)
            .Select(r => (Place: PlaceOf(r.Connection), r.Bytes, now.AtMs))).SelectMany(r => r);
        return came.GroupBy(c => c.Place).ToDictionary(
            g => g.Key, g => (g.Sum(c => (double)c.Bytes), (g.Max(c => c.AtMs) - g.Min(c => c.AtMs)) / row.LengthMs));
    }

    private static int ConnectionsIn(LookRow row, PeerPlace place)
    {
        var sent = SentBefore(row);
        return row.Looks.Skip(1).SelectMany(l => l.Connections).Where(c => PlaceOf(c) == place
            && c.Counts is { } counts && counts.PacketsOut > sent.GetValueOrDefault(c.Inode)).Select(c => c.Inode).Distinct().Count();
    }

    private static int OpenedIn(LookRow row, PeerPlace place) =>
        row.Looks.Skip(1).SelectMany(l => l.Connections).Where(c => c.Counts is not null && PlaceOf(c) == place).Select(c => c.Inode)
            .Except(row.Looks[0].Connections.Select(c => c.Inode)).Count();

    // Of each connection, until it was seen last.
    private static double RoundTripsIn(LookRow row, PeerPlace place)
    {
        var before = row.Looks[0].Connections.ToDictionary(c => c.Inode, c => c.Counts);
        return row.Looks.SelectMany(l => l.Connections).Where(c => PlaceOf(c) == place)
            .Select(c => (c.Inode, Now: c.Counts ?? new(0, 0), Was: before.GetValueOrDefault(c.Inode) ?? new(0, 0)))
            .Select(c => (c.Inode, Trips: Math.Min((double)c.Now.PacketsOut - c.Was.PacketsOut, (double)c.Now.PacketsIn - c.Was.PacketsIn)))
            .GroupBy(c => c.Inode).Sum(g => Math.Max(0, g.Max(c => c.Trips)));
    }

    private static Dictionary<uint, uint> SentBefore(LookRow row) =>
        row.Looks[0].Connections.ToDictionary(c => c.Inode, c => c.Counts?.PacketsOut ?? 0);

    private static PeerPlace PlaceOf(TcpConnection connection) =>
        PeerPlace.Of(connection.Remote, connection.Local.Address, isDatagram: false);
}

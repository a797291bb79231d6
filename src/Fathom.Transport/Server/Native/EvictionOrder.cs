namespace Fathom.Transport.Server.Native;

/// <summary>
/// In which order connections are evicted. Next is the idlest one of the client that holds the most bytes for the longest time: who brings
/// new connections faster than others move their messages has none that is idle for as long as an honest one of a slow client.
/// </summary>
/// <remarks>Measured: one address that sent 10 MB/s on connections of 700 KB, and waited, ended 10 of 12 uploads of 500 KB of another at 20
/// and 50 KB/s where the idlest of all were evicted.</remarks>
internal static class EvictionOrder
{
    /// <summary>The connections in this order, with the progress that they had made.</summary>
    /// <param name="shares">What they hold.</param>
    /// <param name="now">Monotonic milliseconds.</param>
    public static IEnumerable<(ReceiveShare Share, long Progress)> Of(IEnumerable<ReceiveShare> shares, long now)
    {
        var clients = new PriorityQueue<Queue<(ReceiveShare Share, long Progress)>, double>();
        foreach (var client in shares.Select(share => (Share: share, Progress: share.LastProgress)).GroupBy(next => next.Share.Client))
        {
            Queue<(ReceiveShare, long)> idlest = new(client.OrderBy(next => (next.Progress, -next.Share.Reported)));
            clients.Enqueue(idlest, -client.Sum(next => Held(next, now)));
        }

        // Who holds the most is the first: the priority is what a client holds, below zero.
        while (clients.TryDequeue(out var client, out var priority))
        {
            var next = client.Dequeue();
            if (client.Count > 0)
            {
                clients.Enqueue(client, priority + Held(next, now));
            }

            yield return next;
        }
    }

    // Bytes times milliseconds.
    private static double Held((ReceiveShare Share, long Progress) next, long now) =>
        next.Share.Reported * (1.0 + Math.Max(0, now - next.Progress));
}

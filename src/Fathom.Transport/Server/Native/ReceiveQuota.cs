namespace Fathom.Transport.Server.Native;

/// <summary>
/// Limits the memory that a host holds for all clients: unread requests, unsent responses, header fields, incomplete frames; or the
/// messages that handlers work on. Beyond it, connections are evicted in their <see cref="EvictionOrder"/>: a client whose messages move
/// stays, one that holds memory and waits goes. What an evicted connection holds counts until it is freed. Meanwhile no other one is
/// evicted for it, up to the limit once more; then all that hold anything go. Owned by a host; connections report through their
/// <see cref="ReceiveShare"/>.
/// </summary>
internal sealed class ReceiveQuota(long limit)
{
    // Of the average. To evict one that holds less would free little, and it can be a client of long streams, which move nothing for hours.
    // At a half, a client whose messages take most of the limit was the only one above it.
    private const int MinShareFraction = 8;

    // What others have brought since is not in an order: it is good for this long, and for this part of the connections.
    private const long OrderMs = 100;
    private const int OrderFraction = 8;

    private readonly Lock _lock = new();
    private readonly HashSet<ReceiveShare> _shares = [];

    // As of the last look at all shares.
    private readonly Queue<(ReceiveShare Share, long Progress)> _next = new();
    private long _orderedAt;
    private long _total;
    private long _evicting;

    /// <summary>The bytes of all connections.</summary>
    public long Total
    {
        get
        {
            lock (_lock)
            {
                return _total;
            }
        }
    }

    /// <summary>Sets the number of bytes of a connection.</summary>
    /// <param name="share">The connection's.</param>
    /// <param name="bytes">What it holds.</param>
    /// <param name="now">Monotonic milliseconds.</param>
    /// <returns>The connections to evict; null for none.</returns>
    public List<ReceiveShare>? Report(ReceiveShare share, long bytes, long now)
    {
        lock (_lock)
        {
            var added = bytes - share.Reported;
            share.Reported = bytes;
            _total += added;
            if (share.IsEvicted)
            {
                _evicting += added;
                return null;
            }

            if (bytes > 0)
            {
                _shares.Add(share);
            }
            else
            {
                _shares.Remove(share);
            }

            if (_next.Count > 0 && _total < limit / 2)
            {
                // It would keep connections that are closed.
                _next.Clear();
            }

            List<ReceiveShare>? evicted = null;
            while (_total - Math.Min(_evicting, limit) > limit && _shares.Count > 0)
            {
                (evicted ??= []).Add(EvictNext(now));
            }

            return evicted;
        }
    }

    private ReceiveShare EvictNext(long now)
    {
        var least = (_total - _evicting) / _shares.Count / MinShareFraction;
        if (now - _orderedAt > OrderMs)
        {
            _next.Clear();
        }

        if (TakeNext(least) is not { } next)
        {
            _orderedAt = now;
            foreach (var ordered in EvictionOrder.Of(_shares.Where(share => share.Reported >= least), now)
                .Take(1 + (_shares.Count / OrderFraction)))
            {
                _next.Enqueue(ordered);
            }

            next = TakeNext(least) ?? _shares.MaxBy(share => share.Reported)!;
        }

        next.IsEvicted = true;
        _evicting += next.Reported;
        _shares.Remove(next);
        return next;
    }

    // Who has made progress since has another place.
    private ReceiveShare? TakeNext(long least)
    {
        while (_next.TryDequeue(out var next))
        {
            if (next.Share.Reported >= least && next.Share.LastProgress == next.Progress && _shares.Contains(next.Share))
            {
                return next.Share;
            }
        }

        return null;
    }
}

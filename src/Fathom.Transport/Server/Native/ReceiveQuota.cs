namespace Fathom.Transport.Server.Native;

/// <summary>
/// Limits the memory that a host holds for all clients: unread requests, unsent responses, header fields, incomplete frames; or the
/// messages that handlers work on. Beyond it,
/// the connections without progress for the longest time are evicted: a client whose messages move stays, one that holds memory and waits
/// goes. What an evicted connection holds counts until it is freed. Meanwhile no other one is evicted for it, up to the limit once more;
/// then all that hold anything go. Owned by a host; connections report through their <see cref="ReceiveShare"/>.
/// </summary>
internal sealed class ReceiveQuota(long limit)
{
    // Of the average. To evict one that holds less would free little, and it can be a client of long streams, which move nothing for hours.
    // At a half, a client whose messages take most of the limit was the only one above it.
    private const int MinShareFraction = 8;

    private readonly Lock _lock = new();
    private readonly HashSet<ReceiveShare> _shares = [];

    // In order, as of the last look at all shares. Progress only increases: who has made none since is still before all others.
    private readonly Queue<(ReceiveShare Share, long Progress)> _idlest = new();
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
    /// <returns>The connections to evict; null for none.</returns>
    public List<ReceiveShare>? Report(ReceiveShare share, long bytes)
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

            if (_idlest.Count > 0 && _total < limit / 2)
            {
                // It would keep connections that are closed.
                _idlest.Clear();
            }

            List<ReceiveShare>? evicted = null;
            while (_total - Math.Min(_evicting, limit) > limit && _shares.Count > 0)
            {
                (evicted ??= []).Add(EvictIdlest());
            }

            return evicted;
        }
    }

    private ReceiveShare EvictIdlest()
    {
        var least = (_total - _evicting) / _shares.Count / MinShareFraction;
        if (TakeIdlest(least) is not { } idlest)
        {
            foreach (var next in _shares.Where(share => share.Reported >= least)
                .Select(share => (Share: share, Progress: share.LastProgress))
                .OrderBy(next => (next.Progress, -next.Share.Reported)))
            {
                _idlest.Enqueue(next);
            }

            idlest = TakeIdlest(least) ?? _shares.MaxBy(share => share.Reported)!;
        }

        idlest.IsEvicted = true;
        _evicting += idlest.Reported;
        _shares.Remove(idlest);
        return idlest;
    }

    private ReceiveShare? TakeIdlest(long least)
    {
        while (_idlest.TryDequeue(out var next))
        {
            if (next.Share.Reported >= least && next.Share.LastProgress == next.Progress && _shares.Contains(next.Share))
            {
                return next.Share;
            }
        }

        return null;
    }
}

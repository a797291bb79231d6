namespace Fathom.Transport.Server.Native;

/// <summary>
/// Limits the bytes that a host buffers for all clients: unread requests, unsent responses and header fields. When the limit is exceeded,
/// the connection that holds the most is evicted. Owned by a host; connections report through their <see cref="ReceiveShare"/>.
/// </summary>
internal sealed class ReceiveQuota(long limit)
{
    private readonly Lock _lock = new();
    private readonly HashSet<ReceiveShare> _shares = [];
    private long _total;

    /// <summary>Sets the number of bytes of a connection.</summary>
    public void Report(ReceiveShare share, long bytes)
    {
        ReceiveShare? heaviest = null;
        lock (_lock)
        {
            if (share.IsEvicted)
            {
                return;
            }

            _total += bytes - share.Reported;
            share.Reported = bytes;
            if (bytes > 0)
            {
                _shares.Add(share);
            }
            else
            {
                _shares.Remove(share);
            }

            if (_total > limit)
            {
                heaviest = _shares.MaxBy(held => held.Reported)!;
                heaviest.IsEvicted = true;
                _total -= heaviest.Reported;
                _shares.Remove(heaviest);
            }
        }

        heaviest?.Evict();
    }
}

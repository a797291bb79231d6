namespace Fathom.Transport.Server.Native;

/// <summary>
/// What clients make a host hold, over all its connections: requests that are not read, responses that are not sent, header fields. Where
/// that is too much, the connection that holds the most gives way. Owned by a host; connections report by their <see cref="ReceiveShare"/>.
/// </summary>
internal sealed class ReceiveQuota(long limit)
{
    private readonly Lock _lock = new();
    private readonly HashSet<ReceiveShare> _shares = [];
    private long _total;

    /// <summary>A connection holds <paramref name="bytes"/> now.</summary>
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

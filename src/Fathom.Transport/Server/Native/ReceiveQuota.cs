namespace Fathom.Transport.Server.Native;

/// <summary>
/// Limits the memory that a host holds for all clients: unread requests, unsent responses, header fields, incomplete frames. Beyond it, of
/// the connections that hold at least the average, the one that has gone without progress for the longest time is evicted: a client whose
/// large messages move stays, one that holds memory and waits goes. Owned by a host; connections report through their
/// <see cref="ReceiveShare"/>.
/// </summary>
internal sealed class ReceiveQuota(long limit)
{
    private readonly Lock _lock = new();
    private readonly HashSet<ReceiveShare> _shares = [];
    private long _total;

    /// <summary>Sets the number of bytes of a connection.</summary>
    public void Report(ReceiveShare share, long bytes)
    {
        ReceiveShare? idlest = null;
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
                var average = _total / _shares.Count;
                idlest = _shares.Where(held => held.Reported >= average)
                    .MinBy(held => (held.LastProgress, -held.Reported))!;
                idlest.IsEvicted = true;
                _total -= idlest.Reported;
                _shares.Remove(idlest);
            }
        }

        idlest?.Evict();
    }
}

using Fathom.Transport.Client;

namespace Fathom.Mediator.Remotes;

/// <summary>
/// The channel to a remote. With TLS it is replaced by a new one before a certificate of its connection can expire, because a connection
/// ends with its certificates. The former channel completes its calls; it is closed at the next replacement. Owned by the remote;
/// thread-safe.
/// </summary>
/// <param name="create">Creates a channel, which connects with its first call.</param>
/// <param name="maxAge">The age at which a channel is replaced; null: never.</param>
/// <param name="time">The clock.</param>
internal sealed class RemoteChannel(Func<NativeChannel> create, Func<TimeSpan?> maxAge, TimeProvider time) : IDisposable
{
    private readonly Lock _lock = new();
    private volatile Generation _current = new(create(), time.GetTimestamp());
    private NativeChannel? _former;
    private long _openedByClosed;
    private bool _disposed;

    /// <summary>The address of the remote.</summary>
    public Uri Address => _current.Channel.Options.Address;

    /// <summary>The number of TCP connections opened so far, including closed ones.</summary>
    public long ConnectionsOpened
    {
        get
        {
            lock (_lock)
            {
                return _openedByClosed + (_former?.ConnectionsOpened ?? 0) + _current.Channel.ConnectionsOpened;
            }
        }
    }

    /// <summary>The channel for a call that starts now.</summary>
    public NativeChannel Current
    {
        get
        {
            var current = _current;
            return IsOld(current) ? Replace() : current.Channel;
        }
    }

    public void Dispose()
    {
        lock (_lock)
        {
            _disposed = true;
            _former?.Dispose();
            _current.Channel.Dispose();
        }
    }

    private bool IsOld(Generation generation) => maxAge() is { } age && time.GetElapsedTime(generation.Since) >= age;

    private NativeChannel Replace()
    {
        lock (_lock)
        {
            if (!_disposed && IsOld(_current))
            {
                _openedByClosed += _former?.ConnectionsOpened ?? 0;
                _former?.Dispose();
                _former = _current.Channel;
                _current = new Generation(create(), time.GetTimestamp());
            }

            return _current.Channel;
        }
    }

    private sealed record Generation(NativeChannel Channel, long Since);
}

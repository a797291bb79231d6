namespace Fathom.Transport.Connections;

/// <summary>The lock of a connection, or of a channel and all its connections. Callbacks deferred under the lock run after it is released,
/// so that user code never runs under it. Not reentrant.</summary>
internal sealed class ConnectionLock
{
    private readonly Lock _lock = new();
    private List<IDeferredCallback> _deferred = [];
    private List<IDeferredCallback>? _spare;

    public bool IsHeld => _lock.IsHeldByCurrentThread;

    public void Enter() => _lock.Enter();

    /// <summary>Under the lock: runs <paramref name="signal"/> after the lock is released.</summary>
    public void Defer(IDeferredCallback signal) => _deferred.Add(signal);

    /// <summary>Releases the lock, then runs the deferred callbacks in order.</summary>
    public void Exit()
    {
        if (_deferred.Count == 0)
        {
            _lock.Exit();
            return;
        }

        var raised = _deferred;
        _deferred = Interlocked.Exchange(ref _spare, null) ?? [];
        _lock.Exit();
        foreach (var signal in raised)
        {
            signal.Invoke();
        }

        raised.Clear();
        Volatile.Write(ref _spare, raised);
    }
}

namespace Fathom.Transport.Connections;

/// <summary>
/// The lock of a connection, or of a channel and all its connections, which delivers what was raised inside only after it is left: nothing
/// of a user's ever runs inside. Not to be entered twice by one thread.
/// </summary>
internal sealed class ConnectionLock
{
    private readonly Lock _lock = new();
    private List<IDeferredCallback> _deferred = [];
    private List<IDeferredCallback>? _spare;

    public bool IsHeld => _lock.IsHeldByCurrentThread;

    public void Enter() => _lock.Enter();

    /// <summary>Inside: tells <paramref name="signal"/> when the gate is left.</summary>
    public void Defer(IDeferredCallback signal) => _deferred.Add(signal);

    /// <summary>Leaves, and then delivers in order.</summary>
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

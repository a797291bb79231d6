namespace Fathom.Transport.Connections;

/// <summary>
/// The lock of a connection, or of a channel and all its connections, which delivers what was raised inside only after it is left: nothing
/// of a user's ever runs inside. Not to be entered twice by one thread.
/// </summary>
internal sealed class Gate
{
    private readonly Lock _lock = new();
    private List<ISignal> _raised = [];
    private List<ISignal>? _spare;

    public bool IsHeld => _lock.IsHeldByCurrentThread;

    public void Enter() => _lock.Enter();

    /// <summary>Inside: tells <paramref name="signal"/> when the gate is left.</summary>
    public void Raise(ISignal signal) => _raised.Add(signal);

    /// <summary>Leaves, and then delivers in order.</summary>
    public void Leave()
    {
        if (_raised.Count == 0)
        {
            _lock.Exit();
            return;
        }

        var raised = _raised;
        _raised = Interlocked.Exchange(ref _spare, null) ?? [];
        _lock.Exit();
        foreach (var signal in raised)
        {
            signal.Tell();
        }

        raised.Clear();
        Volatile.Write(ref _spare, raised);
    }
}

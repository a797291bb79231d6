using System.Threading.Tasks.Sources;

namespace Fathom.Transport.Connections;

/// <summary>
/// Someone who waits for the next event of a call, awaiting it or blocking; used again and again. Armed and raised inside the gate, told
/// outside. Owned by one direction of one call.
/// </summary>
internal sealed class AsyncSignal : IDeferredCallback, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;
    private TaskCompletionSource? _blocked;

    public AsyncSignal(bool inline) => _source.RunContinuationsAsynchronously = !inline;

    /// <summary>Whether someone waits.</summary>
    public bool IsArmed { get; private set; }

    /// <summary>Inside the gate: what to await after it is left.</summary>
    public ValueTask Arm()
    {
        _source.Reset();
        (IsArmed, _blocked) = (true, null);
        return new ValueTask(this, _source.Version);
    }

    /// <summary>
    /// Inside the gate: what the calling thread waits on after it is left. Needs no other thread but the one that raises. A task, since the
    /// thread pool learns of threads of its own that wait on one, and lets others begin for them: 50 callers would else make two calls at a
    /// time.
    /// </summary>
    public Task ArmBlocking()
    {
        _blocked = new TaskCompletionSource();
        IsArmed = true;
        return _blocked.Task;
    }

    /// <summary>Inside the gate: tells who waits, if anyone, when it is left.</summary>
    public void Set(ConnectionLock gate)
    {
        if (IsArmed)
        {
            IsArmed = false;
            gate.Defer(this);
        }
    }

    void IDeferredCallback.Invoke()
    {
        if (_blocked is { } blocked)
        {
            blocked.SetResult();
        }
        else
        {
            _source.SetResult(true);
        }
    }

    void IValueTaskSource.GetResult(short token) => _source.GetResult(token);

    ValueTaskSourceStatus IValueTaskSource.GetStatus(short token) => _source.GetStatus(token);

    void IValueTaskSource.OnCompleted(Action<object?> continuation, object? state, short token, ValueTaskSourceOnCompletedFlags flags) =>
        _source.OnCompleted(continuation, state, token, flags);
}

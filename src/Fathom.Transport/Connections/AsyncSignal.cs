using System.Threading.Tasks.Sources;

namespace Fathom.Transport.Connections;

/// <summary>A reusable signal for the next event of a call, awaited or blocking. Armed and set under the lock; the waiter continues after
/// the lock is released. Owned by one direction of one call.</summary>
internal sealed class AsyncSignal : IDeferredCallback, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;
    private TaskCompletionSource? _blocked;

    public AsyncSignal(bool inline) => _source.RunContinuationsAsynchronously = !inline;

    /// <summary>Whether a waiter is armed.</summary>
    public bool IsArmed { get; private set; }

    /// <summary>Under the lock: returns a task to await after the lock is released.</summary>
    public ValueTask Arm()
    {
        _source.Reset();
        (IsArmed, _blocked) = (true, null);
        return new ValueTask(this, _source.Version);
    }

    /// <summary>Under the lock: returns a task that the calling thread blocks on after the lock is released. A task, because the thread
    /// pool detects blocked tasks and adds threads: otherwise 50 blocking callers would make two calls at a time.</summary>
    public Task ArmBlocking()
    {
        _blocked = new TaskCompletionSource();
        IsArmed = true;
        return _blocked.Task;
    }

    /// <summary>Under the lock: resumes the waiter, if any, after the lock is released.</summary>
    public void Set(ConnectionLock connectionLock)
    {
        if (IsArmed)
        {
            IsArmed = false;
            connectionLock.Defer(this);
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

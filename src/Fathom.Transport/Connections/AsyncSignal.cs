using System.Threading.Tasks.Sources;
using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Connections;

/// <summary>A reusable signal for the next event of a call, awaited or blocking. Armed and set inside the strand; the waiter continues
/// after it was left. Owned by one direction of one call.</summary>
internal sealed class AsyncSignal : IDeferredCallback, IValueTaskSource
{
    private ManualResetValueTaskSourceCore<bool> _source;
    private TaskCompletionSource? _blocked;

    public AsyncSignal(bool inline) => _source.RunContinuationsAsynchronously = !inline;

    /// <summary>Whether a waiter is armed.</summary>
    public bool IsArmed { get; private set; }

    /// <summary>Inside: returns a task to await after the strand was left.</summary>
    public ValueTask Arm()
    {
        _source.Reset();
        (IsArmed, _blocked) = (true, null);
        return new ValueTask(this, _source.Version);
    }

    /// <summary>Inside: returns a task that the calling thread blocks on after the strand was left. A task, because the thread
    /// pool detects blocked tasks and adds threads: otherwise 50 blocking callers would make two calls at a time.</summary>
    public Task ArmBlocking()
    {
        _blocked = new TaskCompletionSource();
        IsArmed = true;
        return _blocked.Task;
    }

    /// <summary>Inside: resumes the waiter, if any, after the strand was left.</summary>
    public void Set(Strand strand)
    {
        if (IsArmed)
        {
            IsArmed = false;
            strand.Defer(this);
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

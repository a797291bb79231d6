using Fathom.Transport.Calls;

namespace Fathom.Mediator.Routing;

/// <summary>What the handlers of this node made of a notification.</summary>
/// <param name="IsComplete">Whether they ran to their end; false: they were cancelled.</param>
/// <param name="Failure">The end of a call that reports their failures; null: they succeeded.</param>
internal sealed record HandlersOutcome(bool IsComplete, RpcException? Failure)
{
    public static HandlersOutcome Interrupted { get; } = new(false, null);

    public static HandlersOutcome Succeeded { get; } = new(true, null);
}

/// <summary>
/// A notification that this node handles and forwards on behalf of all copies that arrive meanwhile. It is cancelled when the calls of all
/// copies were cancelled; a copy that was answered counts for good, because its sender relies on the answer. Owned by the call of the first
/// copy; thread-safe.
/// </summary>
/// <param name="isHandled">Whether the handlers succeeded in an earlier delivery, whose forwarding was cancelled.</param>
#pragma warning disable CA1001 // The token source has no timer, and handlers may keep its token.
internal sealed class NotificationDelivery(bool isHandled = false)
#pragma warning restore CA1001
{
    private readonly Lock _lock = new();
    private readonly CancellationTokenSource _cancellation = new();
    private readonly TaskCompletionSource<HandlersOutcome> _handled = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);
    private int _copies = 1;

    /// <summary>Whether only forwarding is left.</summary>
    public bool IsHandled => isHandled;

    /// <summary>Cancelled when no copy needs the delivery any more.</summary>
    public CancellationToken Token => _cancellation.Token;

    /// <summary>What the handlers made of it. Does not wait for other nodes: in a cycle of nodes, each would wait for the next.</summary>
    public Task<HandlersOutcome> Handled => _handled.Task;

    /// <summary>Completes when it was handled and forwarded, or cancelled.</summary>
    public Task Ended => _ended.Task;

    /// <summary>The copies whose calls need the delivery.</summary>
    public int Copies
    {
        get
        {
            lock (_lock)
            {
                return _copies;
            }
        }
    }

    /// <summary>Counts one more copy. False: all others were cancelled, and so is the delivery.</summary>
    public bool TryJoin()
    {
        lock (_lock)
        {
            if (_copies == 0)
            {
                return false;
            }

            _copies++;
            return true;
        }
    }

    /// <summary>The call of one copy was cancelled.</summary>
    public void Leave()
    {
        lock (_lock)
        {
            if (--_copies > 0)
            {
                return;
            }
        }

        _cancellation.Cancel();
    }

    /// <summary>The handlers have ended.</summary>
    public void SetHandled(HandlersOutcome outcome) => _handled.TrySetResult(outcome);

    /// <summary>Forwarding has ended too.</summary>
    public void End(HandlersOutcome outcome)
    {
        _handled.TrySetResult(outcome);
        _ended.TrySetResult();
    }
}

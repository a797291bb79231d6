using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>A sender's deadline where the handler is on the same node: it ends there as it would on the wire. Owned by one
/// message.</summary>
internal sealed class LocalDeadline : IDisposable
{
    private readonly CancellationTokenSource _expiry;
    private readonly CancellationTokenSource _both;
    private readonly string _message;

    /// <exception cref="MediatorException">It has passed.</exception>
    public LocalDeadline(string message, in MessageContext context, TimeProvider time)
    {
        _message = message;
        var left = context.OwnDeadline!.Value.Remaining;
        if (left <= TimeSpan.Zero)
        {
            throw Exceeded();
        }

        _expiry = new CancellationTokenSource(left, time);
        _both = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, _expiry.Token);
        Context = context with { CancellationToken = _both.Token };
    }

    /// <summary>What the handler gets: its token is cancelled at the deadline too.</summary>
    public MessageContext Context { get; }

    /// <summary>Cancelled at the deadline.</summary>
    public CancellationToken Expiry => _expiry.Token;

    public bool HasPassed => _expiry.IsCancellationRequested;

    public MediatorException Exceeded() =>
        new($"{_message} was not handled within its deadline.", new Status(StatusCode.DeadlineExceeded, "Deadline Exceeded"));

    /// <summary>
    /// What has been cancelled is left to the collector: a handler may still look at its token, and may be told of it only after the sender
    /// was.
    /// </summary>
    public void Dispose()
    {
        if (!_expiry.IsCancellationRequested && !_both.IsCancellationRequested)
        {
            _both.Dispose();
            _expiry.Dispose();
        }
    }
}

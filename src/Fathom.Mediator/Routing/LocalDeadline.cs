using Fathom.Mediator.Messages;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Routing;

/// <summary>The deadline of a message whose handler runs on the sender's node. It ends the message as the transport ends a call. Owned by
/// one message.</summary>
internal sealed class LocalDeadline : IDisposable
{
    private readonly DeadlineSource _expiry;
    private readonly CancellationTokenSource _either;
    private readonly string _message;

    /// <exception cref="MediatorException">The deadline has passed.</exception>
    public LocalDeadline(string message, in MessageContext context, TimeProvider time)
    {
        _message = message;
        var deadline = context.OwnDeadline!.Value;
        if (deadline.Remaining <= TimeSpan.Zero)
        {
            throw Exceeded();
        }

        _expiry = new DeadlineSource(deadline, time);
        _either = CancellationTokenSource.CreateLinkedTokenSource(context.CancellationToken, _expiry.Token);
        Context = context with { CancellationToken = _either.Token };
    }

    /// <summary>The handler's context. Its token is also cancelled at the deadline.</summary>
    public MessageContext Context { get; }

    /// <summary>Cancelled at the deadline.</summary>
    public CancellationToken Expiry => _expiry.Token;

    public bool HasPassed => _expiry.HasPassed;

    public MediatorException Exceeded() =>
        new($"{_message} was not handled within its deadline.", new Status(StatusCode.DeadlineExceeded, "Deadline Exceeded"));

    /// <summary>Disposes the token sources unless they were cancelled: a handler may still read a cancelled token after the sender has its
    /// answer.</summary>
    public void Dispose()
    {
        if (!_expiry.HasPassed && !_either.IsCancellationRequested)
        {
            _either.Dispose();
            _expiry.Dispose();
        }
    }

    /// <summary>Enforces the deadline of each request. A request without a deadline goes straight to the handler.</summary>
    public static RequestHandlerDelegate<TRequest, TResponse> Enforce<TRequest, TResponse>(
        RequestHandlerDelegate<TRequest, TResponse> handle, TimeProvider time)
        where TRequest : class, IRequest<TResponse>
    {
        return (request, context) => context.OwnDeadline is null ? handle(request, context) : EnforceAsync(request, context);

        async ValueTask<TResponse> EnforceAsync(TRequest request, MessageContext context)
        {
            using var deadline = new LocalDeadline(typeof(TRequest).Name, context, time);
            try
            {
                return await handle(request, deadline.Context).AsTask().WaitAsync(deadline.Expiry).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (deadline.HasPassed)
            {
                throw deadline.Exceeded();
            }
        }
    }

    /// <summary>Enforces the deadline of each stream, from its first item to its last.</summary>
    public static StreamHandlerDelegate<TRequest, TItem> Enforce<TRequest, TItem>(
        StreamHandlerDelegate<TRequest, TItem> handle, TimeProvider time)
        where TRequest : class, IStreamRequest<TItem>
    {
        return (request, context) => context.OwnDeadline is null ? handle(request, context) : EnforceAsync(request, context);

        async IAsyncEnumerable<TItem> EnforceAsync(TRequest request, MessageContext context)
        {
            using var deadline = new LocalDeadline(typeof(TRequest).Name, context, time);
            await using var items = handle(request, deadline.Context).GetAsyncEnumerator(deadline.Context.CancellationToken);
            while (await MoveNextAsync(items, deadline).ConfigureAwait(false))
            {
                yield return items.Current;
            }
        }

        static async ValueTask<bool> MoveNextAsync(IAsyncEnumerator<TItem> items, LocalDeadline deadline)
        {
            try
            {
                return await items.MoveNextAsync().ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (deadline.HasPassed)
            {
                throw deadline.Exceeded();
            }
        }
    }
}

using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Routes messages to their handlers, local or remote. Owned by its node; thread-safe.</summary>
public interface IMediator
{
    /// <summary>Sends a request to its handler: on the remote that the message names, if the settings have this remote, else on this
    /// node.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Deadline and cancellation. A handler passes its own context to propagate both. A
    /// <see cref="CancellationToken"/> converts to a context.</param>
    /// <exception cref="MediatorException">The request was not answered. <see cref="RemoteHandlerException"/>: its handler threw on another
    /// node. An exception of a handler on this node is thrown as it is.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    ValueTask<TResponse> SendAsync<TResponse>(IRequest<TResponse> request, MessageContext context = default);

    /// <summary>
    /// Publishes a notification to this node and to all nodes reachable from it. Each node handles it once. Completes when all nodes have
    /// handled it.
    /// </summary>
    /// <param name="notification">The notification.</param>
    /// <param name="context">Deadline and cancellation.</param>
    /// <exception cref="PublishException">Some handlers failed, or some nodes were not reached. All others handled it.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    ValueTask PublishAsync(INotification notification, MessageContext context = default);

    /// <summary>Creates the stream of a stream request. Each enumeration sends the request to its handler, as <see cref="SendAsync"/> does.
    /// Disposing the enumerator cancels it.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Deadline and cancellation of the whole stream.</param>
    IAsyncEnumerable<TItem> CreateStream<TItem>(IStreamRequest<TItem> request, MessageContext context = default);
}

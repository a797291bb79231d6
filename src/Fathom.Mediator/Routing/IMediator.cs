using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Takes messages to whom they concern, on this node or on others. Owned by its node; used from many threads at once.</summary>
public interface IMediator
{
    /// <summary>Sends a request to its handler: on the remote that the message names, where the settings have it, else on this
    /// node.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">Its deadline and token; a handler's own, to pass on those. Also made from a
    /// <see cref="CancellationToken"/>.</param>
    /// <exception cref="MediatorException">It was not answered; <see cref="RemoteHandlerException"/>: its handler on another node threw. A
    /// handler on this node throws what it throws.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    ValueTask<TResponse> SendAsync<TResponse>(IRequest<TResponse> request, MessageContext context = default);

    /// <summary>
    /// Tells this node and all that are connected: its remotes, their remotes, and so on; each once. Done when all of them have handled it.
    /// </summary>
    /// <param name="notification">The notification.</param>
    /// <param name="context">Its deadline and token.</param>
    /// <exception cref="PublishException">Handlers failed or nodes could not be told; all others were.</exception>
    /// <exception cref="OperationCanceledException">The token was cancelled.</exception>
    ValueTask PublishAsync(INotification notification, MessageContext context = default);

    /// <summary>Sends a stream request to its handler, as <see cref="SendAsync"/> does, each time the items are enumerated; leaving the
    /// enumeration ends it.</summary>
    /// <param name="request">The request.</param>
    /// <param name="context">The deadline and token of the whole stream.</param>
    IAsyncEnumerable<TItem> CreateStream<TItem>(IStreamRequest<TItem> request, MessageContext context = default);
}

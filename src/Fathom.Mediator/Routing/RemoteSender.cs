using System.Runtime.CompilerServices;
using Fathom.Mediator.Messages;
using Fathom.Mediator.Remotes;
using Fathom.Mediator.Telemetry;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Routing;

/// <summary>Sends messages of one type to one remote. A request or stream request counts its hops; a notification keeps its
/// origin.</summary>
internal sealed class RemoteSender<TMessage, TResponse>(Remote remote, Method<TMessage, TResponse> method, int maxHops)
    where TMessage : class
{
    private static readonly string MessageName = typeof(TMessage).Name;

    private readonly CallTelemetry _telemetry = CallTelemetry.ToNode(method.FullPath, remote.Address);

    /// <summary>Sends a request.</summary>
    [AsyncMethodBuilder(typeof(PoolingAsyncValueTaskMethodBuilder<>))]
    public async ValueTask<TResponse> SendAsync(TMessage request, MessageContext context)
    {
        var headers = MessageHeaders.OfRequest(context, MessageName, maxHops);
        using var observation = _telemetry.Send(ref headers, context.Server);
        var options = remote.Options(context, headers);
        try
        {
            return await remote.Channel.UnaryAsync(method, request, options).ConfigureAwait(false);
        }
        catch (RpcException e)
        {
            observation?.Fail(e);
            throw RemoteFailures.Of(e, MessageName, remote, context, options.Deadline);
        }
    }

    /// <summary>Sends a stream request, when its items are enumerated.</summary>
    public async IAsyncEnumerable<TResponse> StreamAsync(TMessage request, MessageContext context)
    {
        var headers = MessageHeaders.OfRequest(context, MessageName, maxHops);
        using var observation = _telemetry.Send(ref headers, context.Server);
        await using var items = remote.Channel.ServerStreamingAsync(method, request, remote.StreamOptions(context, headers))
            .GetAsyncEnumerator(CancellationToken.None);
        while (await MoveNextAsync(items, context, observation).ConfigureAwait(false))
        {
            yield return items.Current;
        }
    }

    /// <summary>Forwards a notification. Failures of the remote, and of nodes behind it, are added to
    /// <paramref name="failures"/>.</summary>
    public async Task ForwardAsync(
        TMessage notification, MessageContext context, NotificationOrigin origin, FailureList failures, ILogger logger)
    {
        // The deadline by default begins when it is sent, and not while it waits.
        using var room = origin.Hops > 0 ? null
            : await remote.EnterAsync(method.RequestMarshaller.GetSize(notification), context).ConfigureAwait(false);
        Metadata? headers = MessageHeaders.OfNotification(origin);
        using var observation = _telemetry.Send(ref headers, context.Server);
        var options = remote.Options(context, headers);
        try
        {
            await remote.Channel.UnaryAsync(method, notification, options).ConfigureAwait(false);
        }
        catch (RpcException e) when (e.StatusCode == StatusCode.Unimplemented && e.Trailers.Count == 0)
        {
            // The remote does not know this notification, so it has no handler for it.
            observation?.Fail(e);
            NodeLog.NotificationUnknown(logger, remote.Name, MessageName);
        }
        catch (RpcException e)
        {
            observation?.Fail(e);
            foreach (var failure in RemoteFailures.AllOf(e, MessageName, remote, context, options.Deadline))
            {
                failures.Add(failure);
            }
        }
    }

    private async ValueTask<bool> MoveNextAsync(IAsyncEnumerator<TResponse> items, MessageContext context, CallObservation? observation)
    {
        try
        {
            return await items.MoveNextAsync().ConfigureAwait(false);
        }
        catch (RpcException e)
        {
            observation?.Fail(e);
            throw RemoteFailures.Of(e, MessageName, remote, context, context.Deadline);
        }
    }
}

using System.ComponentModel;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Transport.Services;

/// <summary>Streaming calls of generated code-first clients and hosts.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ServiceStreams
{
    /// <summary>A server-streaming call. It starts when the replies are enumerated; a failure throws <see cref="RpcException"/>.</summary>
    public static IAsyncEnumerable<TResponse> ServerStreaming<TRequest, TResponse>(
        Channel channel, Method<TRequest, TResponse> method, TRequest request, CallOptions options)
    {
        ArgumentNullException.ThrowIfNull(channel);
        return channel.ServerStreamingAsync(method, request, options, CancellationToken.None);
    }

    /// <summary>A duplex-streaming call. It starts when the replies are enumerated; a failure throws <see cref="RpcException"/>.</summary>
    public static IAsyncEnumerable<TResponse> DuplexStreaming<TRequest, TResponse>(
        Channel channel, Method<TRequest, TResponse> method, IAsyncEnumerable<TRequest> requests, CallOptions options)
    {
        ArgumentNullException.ThrowIfNull(channel);
        return channel.DuplexStreamingAsync(method, requests, options, CancellationToken.None);
    }

    /// <summary>Sends the messages that a service method returned, until there are no more or the call has ended.</summary>
    public static async ValueTask WriteAllAsync<T>(this ResponseWriter<T> replies, IAsyncEnumerable<T> messages, ServerCallContext context)
    {
        ArgumentNullException.ThrowIfNull(replies);
        ArgumentNullException.ThrowIfNull(context);
        await foreach (var message in messages.WithCancellation(context.CancellationToken).ConfigureAwait(false))
        {
            await replies.WriteAsync(message).ConfigureAwait(false);
        }
    }
}

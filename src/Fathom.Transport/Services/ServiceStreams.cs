using System.ComponentModel;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;

namespace Fathom.Transport.Services;

/// <summary>What the generated clients and hosts of code-first services do with streams.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class ServiceStreams
{
    /// <summary>One request, any number of replies. The call begins when they are enumerated, and ends with <see cref="RpcException"/> like
    /// any other.</summary>
    public static IAsyncEnumerable<TResponse> ServerStreaming<TRequest, TResponse>(
        Channel channel, Method<TRequest, TResponse> method, TRequest request, CallOptions options)
    {
        ArgumentNullException.ThrowIfNull(channel);
        return channel.ServerStreamingAsync(method, request, options, CancellationToken.None);
    }

    /// <summary>Any number of requests and replies. The call begins when the replies are enumerated, and ends with
    /// <see cref="RpcException"/> like any other.</summary>
    public static IAsyncEnumerable<TResponse> DuplexStreaming<TRequest, TResponse>(
        Channel channel, Method<TRequest, TResponse> method, IAsyncEnumerable<TRequest> requests, CallOptions options)
    {
        ArgumentNullException.ThrowIfNull(channel);
        return channel.DuplexStreamingAsync(method, requests, options, CancellationToken.None);
    }

    /// <summary>Sends what a service's method returned, one message after another, until there is no more or the call has ended.</summary>
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

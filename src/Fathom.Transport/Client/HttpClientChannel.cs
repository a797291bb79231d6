using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using Fathom.Transport.Calls;
using Fathom.Transport.Compression;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>
/// A channel over the framework's HttpClient. Each channel has its own SocketsHttpHandler, and therefore its own connections. It opens
/// another connection when the streams of the first are used up, as GrpcChannel does. Metadata values of the same key are sent as one
/// header, separated by commas, which gRPC allows.
/// </summary>
public sealed class HttpClientChannel : Channel
{
    private static readonly TimeSpan InitialReconnectBackoff = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan MaxReconnectBackoff = TimeSpan.FromSeconds(5);
    private static readonly MediaTypeHeaderValue ContentType = new(GrpcContentType.Value);

    private readonly HttpMessageInvoker _invoker;
    private readonly ConcurrentDictionary<string, Uri> _targets = new();
    private readonly ChannelConnections _connections = new();
    private volatile bool _hasResponded;

    /// <summary>Creates a channel, which connects on the first call. Throws <see cref="ArgumentException"/> for an address that is not
    /// <c>http</c> or <c>https</c>.</summary>
    public HttpClientChannel(ChannelOptions options)
        : base(options)
    {
        _invoker = new HttpMessageInvoker(CreateHandler(options), disposeHandler: true);
    }

    /// <inheritdoc/>
    public override long ConnectionsOpened => _connections.Opened;

    /// <inheritdoc/>
    protected override LinkRate? LinkRate => Compression.LinkRate.Measure(_connections.Latest);

    /// <inheritdoc/>
    public override Call<TRequest, TResponse> Start<TRequest, TResponse>(Method<TRequest, TResponse> method, CallOptions options = default)
    {
        ArgumentNullException.ThrowIfNull(method);
        return new HttpCall<TRequest, TResponse>(this, method, options).Start();
    }

    /// <inheritdoc/>
    public override Task<TResponse> UnaryAsync<TRequest, TResponse>(
        Method<TRequest, TResponse> method, TRequest request, CallOptions options = default)
    {
        RequireUnary(method);
        return new HttpCall<TRequest, TResponse>(this, method, options).Start().UnaryAsync(request);
    }

    /// <summary>Call when the server has responded. Before its first response a protocol error can mean that it uses another
    /// protocol.</summary>
    internal void OnResponse() => _hasResponded = true;

    internal Status ToStatus(Exception e) => _connections.IsDisposed
        ? new Status(StatusCode.Cancelled, $"The channel to {Options.Address} has been disposed.")
        : HttpFailure.ToStatus(e, Options.Address, _hasResponded);

    internal Task<HttpResponseMessage> SendAsync(Method method, HttpContent content, in CallOptions options, string? encoding,
        CancellationToken token)
    {
        content.Headers.ContentType = ContentType;
        return options.WaitForReady
            ? SendWhenReadyAsync(method, content, options, encoding, token)
            : _invoker.SendAsync(CreateRequest(method, content, options, encoding), token);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        // The handler first: it closes idle connections; the remaining ones have calls in progress.
        _invoker.Dispose();
        _connections.Dispose();
    }

    private async Task<HttpResponseMessage> SendWhenReadyAsync(
        Method method, HttpContent content, CallOptions options, string? encoding, CancellationToken token)
    {
        for (var backoff = InitialReconnectBackoff; ; backoff = TimeSpan.FromTicks(
            Math.Min(backoff.Ticks * 8 / 5, MaxReconnectBackoff.Ticks)))
        {
            try
            {
                return await _invoker.SendAsync(CreateRequest(method, content, options, encoding), token).ConfigureAwait(false);
            }
            catch (HttpRequestException e) when (HttpFailure.IsNotConnected(e))
            {
                // Nothing was sent yet, so the content can be sent again.
                await Task.Delay(backoff, Options.TimeProvider, token).ConfigureAwait(false);
            }
        }
    }

    private HttpRequestMessage CreateRequest(Method method, HttpContent content, in CallOptions options, string? encoding)
    {
        var target = _targets.GetOrAdd(method.FullPath, static (path, address) => new Uri(address, path), Options.Address);
        var request = new HttpRequestMessage(HttpMethod.Post, target)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = content,
        };
        request.Headers.TryAddWithoutValidation(GrpcHeaders.Te, GrpcHeaders.Trailers);
        request.Headers.TryAddWithoutValidation(GrpcHeaders.UserAgent, UserAgent.Of(Options));
        request.Headers.TryAddWithoutValidation(GrpcHeaders.AcceptEncoding, Compressor.Accepted.Header);
        if (encoding is not null)
        {
            request.Headers.TryAddWithoutValidation(GrpcHeaders.Encoding, encoding);
        }

        if (options.Deadline is { } deadline)
        {
            request.Headers.TryAddWithoutValidation(GrpcHeaders.Timeout, TimeoutEncoding.Encode(deadline.Remaining));
        }

        for (var i = 0; i < options.Headers?.Count; i++)
        {
            if (options.Headers[i].Key != CompressionRequestMetadata.Key)
            {
                Add(request.Headers, options.Headers[i]);
            }
        }

        return request;
    }

    private static void Add(HttpRequestHeaders headers, MetadataEntry entry)
    {
        if (entry.IsBinary && headers.NonValidated.TryGetValues(entry.Key, out var before))
        {
            // HttpClient joins values with a comma and a space, which makes an empty value end in a space: malformed (RFC 9113 section
            // 8.2.1).
            headers.Remove(entry.Key);
            headers.TryAddWithoutValidation(entry.Key, $"{before},{entry.WireValue}");
            return;
        }

        headers.TryAddWithoutValidation(entry.Key, entry.WireValue);
    }

    private SocketsHttpHandler CreateHandler(ChannelOptions options)
    {
        var handler = new SocketsHttpHandler
        {
            AllowAutoRedirect = false,
            UseCookies = false,
            UseProxy = false,
            ActivityHeadersPropagator = null,
            EnableMultipleHttp2Connections = true,
            PooledConnectionIdleTimeout = Timeout.InfiniteTimeSpan,
            ConnectCallback = _connections.ConnectAsync,
        };
        if (options.InitialStreamWindow is { } window)
        {
            handler.InitialHttp2StreamWindowSize = window;
        }

        if (options.Tls is { } tls)
        {
            handler.SslOptions = ChannelTls.ToSslOptions(tls);
        }

        return handler;
    }
}

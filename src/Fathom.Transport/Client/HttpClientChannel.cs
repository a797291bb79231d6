using System.Collections.Concurrent;
using System.Net;
using System.Net.Http.Headers;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;

namespace Fathom.Transport.Client;

/// <summary>
/// A channel over the framework's HttpClient stack. It owns one SocketsHttpHandler, so that a new channel is a new
/// connection, and opens another connection whenever the streams of the first are used up, as GrpcChannel's own handler does.
/// HttpClient joins metadata of the same key into one header, values separated by a comma and a space, which gRPC allows.
/// </summary>
public sealed class HttpClientChannel : Channel
{
    private static readonly TimeSpan FirstBackoff = TimeSpan.FromMilliseconds(50);
    private static readonly TimeSpan LongestBackoff = TimeSpan.FromSeconds(5);
    private static readonly MediaTypeHeaderValue ContentType = new(GrpcContentType.Value);

    private readonly HttpMessageInvoker _invoker;
    private readonly ConcurrentDictionary<string, Uri> _targets = new();
    private readonly ChannelConnections _connections = new();
    private volatile bool _answered;

    /// <summary>
    /// Makes a channel; connects with the first call. Throws <see cref="ArgumentException"/> for an address that is not
    /// <c>http</c> or <c>https</c>.
    /// </summary>
    public HttpClientChannel(ChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        if (!options.Address.IsAbsoluteUri || options.Address.Scheme is not ("http" or "https"))
        {
            throw new ArgumentException(
                $"The address '{options.Address}' cannot be used: give http://host:port (no TLS) or https://host:port.", nameof(options));
        }

        Options = options;
        _invoker = new HttpMessageInvoker(CreateHandler(options), disposeHandler: true);
    }

    /// <summary>What the channel was made with.</summary>
    public ChannelOptions Options { get; }

    /// <summary>TCP connections opened so far, those closed since included.</summary>
    public long ConnectionsOpened => _connections.Opened;

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
        ArgumentNullException.ThrowIfNull(method);
        return method.Kind == MethodKind.Unary
            ? new HttpCall<TRequest, TResponse>(this, method, options).Start().UnaryAsync(request)
            : throw new ArgumentException($"{method} is {method.Kind}, not Unary.", nameof(method));
    }

    /// <summary>Told of a server's first answers: before one, a broken protocol may be another protocol.</summary>
    internal void Answered() => _answered = true;

    internal Status StatusOf(Exception e) => _connections.IsDisposed
        ? new Status(StatusCode.Cancelled, $"The channel to {Options.Address} has been disposed.")
        : HttpFailure.ToStatus(e, Options.Address, _answered);

    internal Task<HttpResponseMessage> SendAsync(Method method, HttpContent content, in CallOptions options, CancellationToken token)
    {
        content.Headers.ContentType = ContentType;
        return options.WaitForReady
            ? SendWhenReadyAsync(method, content, options, token)
            : _invoker.SendAsync(CreateRequest(method, content, options), token);
    }

    /// <inheritdoc/>
    protected override void Dispose(bool disposing)
    {
        // The handler first: it ends idle connections in order, and what is left has calls under way.
        _invoker.Dispose();
        _connections.Dispose();
    }

    private async Task<HttpResponseMessage> SendWhenReadyAsync(Method method, HttpContent content, CallOptions options, CancellationToken token)
    {
        for (var backoff = FirstBackoff; ; backoff = TimeSpan.FromTicks(Math.Min(backoff.Ticks * 8 / 5, LongestBackoff.Ticks)))
        {
            try
            {
                return await _invoker.SendAsync(CreateRequest(method, content, options), token);
            }
            catch (HttpRequestException e) when (HttpFailure.IsNotConnected(e))
            {
                // Nothing was sent: the content can be sent again.
                await Task.Delay(backoff, Options.TimeProvider, token);
            }
        }
    }

    private HttpRequestMessage CreateRequest(Method method, HttpContent content, in CallOptions options)
    {
        var target = _targets.GetOrAdd(method.FullPath, static (path, address) => new Uri(address, path), Options.Address);
        var request = new HttpRequestMessage(HttpMethod.Post, target)
        {
            Version = HttpVersion.Version20,
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
            Content = content,
        };
        request.Headers.TryAddWithoutValidation(GrpcHeaders.Te, GrpcHeaders.Trailers);
        request.Headers.TryAddWithoutValidation(GrpcHeaders.UserAgent, "grpc-fathom/0.1.0");
        if (options.Deadline is { } deadline)
        {
            request.Headers.TryAddWithoutValidation(GrpcHeaders.Timeout, TimeoutEncoding.Encode(deadline.Remaining));
        }

        for (var i = 0; i < options.Headers?.Count; i++)
        {
            request.Headers.TryAddWithoutValidation(options.Headers[i].Key, options.Headers[i].WireValue);
        }

        return request;
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
            handler.SslOptions = CreateSslOptions(tls);
        }

        return handler;
    }

    private static SslClientAuthenticationOptions CreateSslOptions(ChannelTls tls)
    {
        var ssl = new SslClientAuthenticationOptions();
        if (tls.SkipVerification)
        {
#pragma warning disable CA5359 // Asked for by name, and never the default.
            ssl.RemoteCertificateValidationCallback = static (_, _, _, _) => true;
#pragma warning restore CA5359
        }
        else if (tls.TrustedRoots is { } roots)
        {
            ssl.CertificateChainPolicy = new X509ChainPolicy
            {
                TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck,
            };
            ssl.CertificateChainPolicy.CustomTrustStore.AddRange(roots);
        }

        return ssl;
    }
}

using System.Diagnostics.CodeAnalysis;
using System.Net;
using System.Net.Security;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Client;

/// <summary>Options specific to <see cref="NativeChannel"/>.</summary>
public sealed record NativeChannelOptions : ChannelOptions
{
    /// <summary>The defaults.</summary>
    public NativeChannelOptions()
    {
    }

    // The compiler's copy of the base record: a member added there is never missing here.
    [SetsRequiredMembers]
    private NativeChannelOptions(ChannelOptions options)
        : base(options)
    {
    }

    /// <summary>Options as any channel takes them, the rest as it is by default.</summary>
    public static NativeChannelOptions From(ChannelOptions options)
    {
        ArgumentNullException.ThrowIfNull(options);
        return options as NativeChannelOptions ?? new NativeChannelOptions(options);
    }

    /// <summary>Whether <see cref="Authority"/> accepts a text.</summary>
    public static bool IsAuthority(string authority) => ServerEndpoint.ParseAuthority(authority) is not null;

    /// <summary>Runs continuations of awaited calls on the event-loop thread instead of the thread pool. Cheaper; code after the await must
    /// not block, and a blocking call throws. Default false.</summary>
    public bool InlineContinuations { get; init; }

    /// <summary>Initial flow-control window of a connection, in bytes, 65,535 to 16 MiB. Default 1 MiB, as Kestrel's.</summary>
    public int ConnectionWindow { get; init; } = 1024 * 1024;

    /// <summary>Maximum flow-control window of a stream, in bytes. Windows grow to it with the measured bandwidth-delay product, and the
    /// connection's window to a third more. A value below the initial windows disables growth. Default 16 MiB.</summary>
    public int MaxStreamWindow { get; init; } = 16 * 1024 * 1024;

    /// <summary>Sends a keepalive PING when nothing was received from the server for this time while calls are in progress (gRPC
    /// doc/keepalive.md: GRPC_ARG_KEEPALIVE_TIME_MS). Default null: never, as in other gRPC clients, because servers end connections with
    /// more PINGs than they allow. Without it, only a deadline ends a call to a server that is gone without a word.</summary>
    public TimeSpan? KeepAliveTime { get; init; }

    /// <summary>Closes the connection when a keepalive PING is not acknowledged within this time (GRPC_ARG_KEEPALIVE_TIMEOUT_MS). Default
    /// 20 s.</summary>
    public TimeSpan KeepAliveTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>The <c>:authority</c> of calls, <c>host</c> or <c>host:port</c>; with TLS its host is also the name that the server's
    /// certificate must contain, unless <see cref="ChannelTls.ServerName"/> is set (gRPC: GRPC_ARG_DEFAULT_AUTHORITY). Default null: that
    /// of the address, <c>localhost</c> for <c>unix</c>.</summary>
    public string? Authority { get; init; }

    /// <summary>The HTTP proxy that is asked for a tunnel to the server (CONNECT, RFC 9110 section 9.3.6):
    /// <c>http://[user:password@]host:port</c>. The proxy resolves the server's name. Default null: connections are direct.</summary>
    public Uri? Proxy { get; init; }

    /// <summary>The protocol of calls. Default gRPC.</summary>
    public WireProtocol Protocol { get; init; }

    /// <summary>Maximum time to connect: from the resolution of the name to the server's SETTINGS, including TCP and TLS (gRPC
    /// doc/connection-backoff.md: MIN_CONNECT_TIMEOUT). Default 20 s.</summary>
    public TimeSpan ConnectTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Reconnect delay after the first failed attempt. Each further delay is 1.6 times as long (gRPC doc/connection-backoff.md).
    /// Default 1 s.</summary>
    public TimeSpan InitialReconnectBackoff { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>Maximum reconnect delay, before jitter of 20 %. Default 2 minutes.</summary>
    public TimeSpan MaxReconnectBackoff { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Maximum number of connections. Another one is opened when the server's limit of concurrent streams is reached; beyond the
    /// maximum, calls wait for a stream. Default 64.</summary>
    public int MaxConnections { get; init; } = 64;

    /// <summary>The event loop of the channel; null for the next of the process.</summary>
    internal EventLoop? Loop { get; init; }

    /// <summary>The addresses of a host name.</summary>
    internal Func<string, IPAddress[]> Resolve { get; init; } = Dns.GetHostAddresses;

    /// <summary>Where connections go.</summary>
    /// <exception cref="ArgumentException"><see cref="Authority"/> is not <c>host</c> or <c>host:port</c>, or <see cref="Proxy"/> is not
    /// <c>http</c>.</exception>
    internal ServerEndpoint Endpoint()
    {
        var isUnix = Address.Scheme == UnixScheme;
        var authority = Authority ?? (isUnix ? "localhost" : Address.Authority);
        var named = ServerEndpoint.ParseAuthority(authority)
            ?? throw new ArgumentException($"The authority '{authority}' is not supported: use host or host:port.");
        return new ServerEndpoint
        {
            Host = Address.IdnHost,
            Port = Address.Port,
            SocketPath = isUnix ? Uri.UnescapeDataString(Address.AbsolutePath) : null,
            Proxy = Proxy is null or { Scheme: "http" } ? Proxy
                : throw new ArgumentException($"The proxy '{Proxy.Scheme}://{Proxy.Authority}' is not supported: use http://host:port."),
            IsTls = UsesTls,
            Authority = authority,
            ServerName = Tls?.ServerName ?? named.IdnHost,
            Resolve = Resolve,
        };
    }

    /// <summary>Calls that a connection carries at a time before the server says it.</summary>
    internal int AssumedMaxStreams => Protocol == WireProtocol.GrpcWebHttp1 ? 1 : Http2Options.Default.AssumedMaxConcurrentStreams;

    /// <summary>The TLS options of a connection: the name of the server, and the protocol by ALPN (RFC 9113 section 3.3).</summary>
    internal SslClientAuthenticationOptions SslOptions(ServerEndpoint server)
    {
        var ssl = ChannelTls.ToSslOptions(Tls);
        ssl.TargetHost = server.ServerName;
        ssl.ApplicationProtocols = [Protocol == WireProtocol.GrpcWebHttp1 ? SslApplicationProtocol.Http11 : SslApplicationProtocol.Http2];
        return ssl;
    }
}

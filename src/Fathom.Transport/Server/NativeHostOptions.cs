using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Transport.Connections;
using Fathom.Transport.Connections.Loops;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server;

/// <summary>The threads on which handlers run.</summary>
public enum HandlerScheduling
{
    /// <summary>Handlers start on the thread pool, where they may block or compute.</summary>
    ThreadPool = 0,

    /// <summary>Handlers start on the event loop of their connection: cheapest, and independent of the thread pool. A handler that blocks
    /// delays every connection of that loop; one that awaits does not.</summary>
    EventLoop,
}

/// <summary>TLS settings of a host.</summary>
public sealed record NativeHostTls
{
    /// <summary>The server certificate with its private key. Required unless <see cref="SslOptionsFactory"/> is set. The host does not
    /// dispose it.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>The accepted root certificates of clients; a client without a certificate is refused. Default null: no client certificate
    /// is requested (no mutual TLS).</summary>
    public X509Certificate2Collection? ClientRoots { get; init; }

    /// <summary>Creates the TLS options of each new connection, instead of the other properties, so that certificates can be replaced while
    /// calls are in progress. Must return a new object, which the host modifies (protocols), and must not throw.</summary>
    public Func<SslServerAuthenticationOptions>? SslOptionsFactory { get; init; }

    /// <summary>Returns the TLS options of a connection; one object for all without <see cref="SslOptionsFactory"/>.</summary>
    internal Func<SslServerAuthenticationOptions> ToSslOptions()
    {
        if (SslOptionsFactory is { } create)
        {
            return () => WithProtocols(create());
        }

        var all = ToSslOptions(Certificate ?? throw new ArgumentException(
            $"{nameof(NativeHostTls)} has neither {nameof(Certificate)} nor {nameof(SslOptionsFactory)}: set one of them."));
        return () => all;
    }

    private static SslServerAuthenticationOptions WithProtocols(SslServerAuthenticationOptions options)
    {
        options.ApplicationProtocols = [SslApplicationProtocol.Http2];

        options.CertificateChainPolicy ??= ChainPolicies.TrustSystem(options.CertificateRevocationCheckMode);

        // Forbidden by RFC 9113 section 9.2.1, and more expensive for the server than for the client.
        options.AllowRenegotiation = false;
        return options;
    }

    private SslServerAuthenticationOptions ToSslOptions(X509Certificate2 certificate)
    {
        var options = new SslServerAuthenticationOptions
        {
            ServerCertificateContext = SslStreamCertificateContext.Create(certificate, additionalCertificates: null, offline: true),
            ClientCertificateRequired = ClientRoots is not null,
        };
        if (ClientRoots is not null)
        {
            options.CertificateChainPolicy = ChainPolicies.TrustOnly(ClientRoots);
        }

        return WithProtocols(options);
    }
}

/// <summary>Options of a <see cref="NativeHost"/>.</summary>
public sealed record NativeHostOptions
{
    private const long DefaultMaxBufferedBytes = 24 << 20;
    private const long MaxBufferedMessages = 32;
    private const long HandledBytesFactor = 4;

    // Of what a host may hold. A connection's windows are a third more, the arrays of what fills them up to twice that, and the array that
    // is being read is held beside them: a client that fills all it was given holds less than two thirds.
    private const int StreamWindowFraction = 6;

    /// <summary>The address to listen on. Default loopback.</summary>
    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    /// <summary>The TCP port. Default 0: any free port.</summary>
    public int Port { get; init; }

    /// <summary>TLS settings, with HTTP/2 by ALPN. Default null: HTTP/2 without TLS, by prior knowledge.</summary>
    public NativeHostTls? Tls { get; init; }

    /// <summary>Options of calls.</summary>
    public ServerOptions Server { get; init; } = new();

    /// <summary>HTTP/2 settings, windows and limits of each connection.</summary>
    public Http2Options Http2 { get; init; } = Http2Options.Default;

    /// <summary>Maximum flow-control window of a stream, in bytes. Windows grow to it with the measured bandwidth-delay product, and the
    /// connection's window to a third more, but no further than a sixth of <see cref="MaxBufferedBytes"/>: what one client may send must
    /// not exceed what is held for all. A value below the initial windows disables growth. Default 16 MiB.</summary>
    public int MaxStreamWindow { get; init; } = 16 * 1024 * 1024;

    /// <summary>The threads on which handlers run, and what they register for cancellation. Default the thread pool.</summary>
    public HandlerScheduling Handlers { get; init; }

    /// <summary>Maximum number of open connections. Further ones are closed immediately. Default 10,000.</summary>
    public int MaxConnections { get; init; } = 10_000;

    /// <summary>Maximum number of open connections of one address: an IPv4 address, or the first 64 bits of an IPv6 address. Further ones
    /// are closed immediately. At least 1. Default null: half of <see cref="MaxConnections"/>. Set it to <see cref="MaxConnections"/> on a
    /// host that all clients reach through one proxy.</summary>
    public int? MaxConnectionsPerAddress { get; init; }

    /// <summary>Maximum number of TLS handshakes of one address that the host answers in a second, each with its private key; so many at
    /// once after a second without one. Further ones wait, the newest is the next, and end with <see cref="HandshakeTimeout"/>. At least 1;
    /// null: any number. Default 200. Increase it on a host that all clients reach through one proxy that passes TLS through.</summary>
    public int? MaxHandshakesPerSecond { get; init; } = 200;

    /// <summary>
    /// Maximum memory held for all clients together, in bytes: unread requests, unsent responses, header fields and incomplete frames.
    /// When it is exceeded, the connections without progress for the longest time end with ENHANCE_YOUR_CALM, unless they hold less than an
    /// eighth of the average. Progress is that an eighth of what a connection holds arrives, is read or is sent. Up to 32 KiB of each
    /// connection are not counted. Default null:
    /// 24 MiB while <see cref="ServerOptions.MaxReceiveMessageSize"/> is at most 4 MiB, 32 times that size above, and no limit when it has
    /// none. Increase it for many large messages at a time: eight requests of 10 MiB with responses of the same size hold 160 MiB.
    /// </summary>
    public long? MaxBufferedBytes { get; init; }

    /// <summary>
    /// Maximum memory of the request messages that handlers work on, of all clients together, in bytes: what decompressing and
    /// deserializing a message allocated, if that is 1 KiB or more, until its handler reads the next one or returns. When it is exceeded,
    /// the connections whose handlers have not ended for the longest time end with ENHANCE_YOUR_CALM, as with
    /// <see cref="MaxBufferedBytes"/>. Default null: four times that, 96 MiB. Increase it for handlers that keep many large messages at a
    /// time.
    /// </summary>
    public long? MaxHandledBytes { get; init; }

    /// <summary>
    /// Maximum number of calls of one connection whose handlers have not returned, including calls that the client reset. Further ones are
    /// refused with REFUSED_STREAM. Limits the effect of rapid reset (CVE-2023-44487) on slow handlers. Default null: twice
    /// <see cref="Http2Options.MaxConcurrentStreams"/>.
    /// </summary>
    public int? MaxUnfinishedCalls { get; init; }

    /// <summary>Maximum time for one frame or one field block (HEADERS and CONTINUATION), from its first byte to its last. When it is
    /// exceeded, the connection ends with ENHANCE_YOUR_CALM. Default 20 s.</summary>
    public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Maximum time from the TCP connection to the client's SETTINGS, including TLS, and from SETTINGS of the host to their
    /// acknowledgement (SETTINGS_TIMEOUT, RFC 9113 section 6.5.3). Default 10 s.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>Maximum time that a connection stays open without a call; a PING is no call. The connection then ends with GOAWAY and
    /// NO_ERROR. Default 130 s, as Kestrel's option of the same name.</summary>
    public TimeSpan KeepAliveTimeout { get; init; } = TimeSpan.FromSeconds(130);

    /// <summary>Minimum rate at which a client sends the requests that handlers wait for. Methods with a stream of requests are exempt.
    /// When all calls of a connection together do not reach it, the connection ends with ENHANCE_YOUR_CALM. When a call of whose request a
    /// part is held does not reach it, its stream does. Default 240 bytes per second after 5 s, as Kestrel's option of the same name; null:
    /// none.</summary>
    public MinDataRate? MinRequestBodyDataRate { get; init; } = new(240, TimeSpan.FromSeconds(5));

    /// <summary>Minimum rate at which a client takes responses that wait for it, all calls of a connection together. A stream of responses
    /// that waits for its own flow-control window is exempt. When it is not reached, the connection ends with ENHANCE_YOUR_CALM. Default
    /// 240 bytes per second after 5 s, as Kestrel's option of the same name; null: none.</summary>
    public MinDataRate? MinResponseDataRate { get; init; } = new(240, TimeSpan.FromSeconds(5));

    /// <summary>Time without a packet after which TCP asks whether the client's machine is still there (SO_KEEPALIVE, RFC 9293 section
    /// 3.8.4): every 10 s, and after six times without an answer the connection is closed. At least 1 s. Default 60 s; null: never.
    /// </summary>
    public TimeSpan? TcpKeepAliveTime { get; init; } = TimeSpan.FromSeconds(60);

    /// <summary>The event loop of the port and of every connection; null for the next of the process each.</summary>
    internal EventLoop? Loop { get; init; }

    internal int EffectiveMaxConnectionsPerAddress => MaxConnectionsPerAddress ?? Math.Max(1, MaxConnections / 2);

    internal long EffectiveMaxBufferedBytes => MaxBufferedBytes
        ?? Server.MaxReceiveMessageSize switch
        {
            null => long.MaxValue,
            <= MessageLimits.DefaultMaxReceiveSize => DefaultMaxBufferedBytes,
            { } largest => MaxBufferedMessages * (long)largest,
        };

    internal long EffectiveMaxHandledBytes => MaxHandledBytes
        ?? (Math.Min(EffectiveMaxBufferedBytes, long.MaxValue / HandledBytesFactor) * HandledBytesFactor);

    internal int EffectiveMaxStreamWindow => (int)Math.Min(MaxStreamWindow, EffectiveMaxBufferedBytes / StreamWindowFraction);

    internal int EffectiveMaxUnfinishedCalls => MaxUnfinishedCalls ?? (int)Math.Min(int.MaxValue, 2L * Http2.MaxConcurrentStreams);

    internal EventLoop NextLoop() => Loop ?? EventLoops.Next();

    internal void Validate()
    {
        Http2.Validate();
        ThrowIfShort(KeepAliveTimeout, TimeSpan.Zero, nameof(KeepAliveTimeout), "more than 0");
        ThrowIfShort(HandshakeTimeout, TimeSpan.Zero, nameof(HandshakeTimeout), "more than 0");
        ThrowIfShort(FrameTimeout, TimeSpan.Zero, nameof(FrameTimeout), "more than 0");
        if (TcpKeepAliveTime is { } keepAlive)
        {
            ThrowIfShort(keepAlive, TimeSpan.FromTicks(TimeSpan.TicksPerSecond - 1), nameof(TcpKeepAliveTime), "at least 1 s, or null");
        }

        ThrowIfBelow1(MaxConnectionsPerAddress, nameof(MaxConnectionsPerAddress), "at least 1");
        ThrowIfBelow1(MaxHandshakesPerSecond, nameof(MaxHandshakesPerSecond), "at least 1, or null");
    }

    private static void ThrowIfBelow1(int? value, string name, string range)
    {
        if (value is < 1)
        {
            throw new ArgumentOutOfRangeException(name, value, $"It must be {range}.");
        }
    }

    private static void ThrowIfShort(TimeSpan value, TimeSpan least, string name, string range)
    {
        if (value <= least)
        {
            throw new ArgumentOutOfRangeException(name, value, $"It must be {range}.");
        }
    }
}

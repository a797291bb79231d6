using System.Net;
using System.Net.Security;
using System.Security.Cryptography.X509Certificates;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;

namespace Fathom.Transport.Server;

/// <summary>Where handlers run.</summary>
public enum HandlerScheduling
{
    /// <summary>
    /// On the event loop of their connection: cheapest, and independent of the thread pool. A handler that blocks holds up every connection
    /// of its loop; one that awaits does not.
    /// </summary>
    EventLoop = 0,

    /// <summary>On threads of the pool: for handlers that block or compute for long.</summary>
    ThreadPool,
}

/// <summary>What a host shows and asks for in TLS.</summary>
public sealed record NativeHostTls
{
    /// <summary>The certificate with its private key. The host does not dispose it. Needed, unless <see cref="SslOptionsFactory"/> says it
    /// all.</summary>
    public X509Certificate2? Certificate { get; init; }

    /// <summary>The only roots a client's certificate may have; a client without one is refused. Null: clients are not asked (no mutual
    /// TLS).</summary>
    public X509Certificate2Collection? ClientRoots { get; init; }

    /// <summary>
    /// What TLS is made of, asked for each connection in place of all the rest here: a certificate can be replaced while calls go on.
    /// Returns an object that the host may keep and add to (the protocols), and does not throw.
    /// </summary>
    public Func<SslServerAuthenticationOptions>? SslOptionsFactory { get; init; }

    /// <summary>What a connection is made of; the same for each where nobody is to be asked.</summary>
    internal Func<SslServerAuthenticationOptions> ToSslOptions()
    {
        if (SslOptionsFactory is { } made)
        {
            return () => WithProtocols(made());
        }

        var all = ToSslOptions(Certificate ?? throw new ArgumentException(
            $"{nameof(NativeHostTls)} has neither {nameof(Certificate)} nor {nameof(SslOptionsFactory)}: one of them is needed."));
        return () => all;
    }

    private static SslServerAuthenticationOptions WithProtocols(SslServerAuthenticationOptions options)
    {
        options.ApplicationProtocols = [SslApplicationProtocol.Http2];

        // RFC 9113 section 9.2.1 forbids it, and it costs the server more than the client.
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
            options.CertificateChainPolicy = new X509ChainPolicy { TrustMode = X509ChainTrustMode.CustomRootTrust,
                RevocationMode = X509RevocationMode.NoCheck };
            options.CertificateChainPolicy.CustomTrustStore.AddRange(ClientRoots);
        }

        return WithProtocols(options);
    }
}

/// <summary>Where and how a <see cref="NativeHost"/> listens, and what it bears.</summary>
public sealed record NativeHostOptions
{
    private const long DefaultMaxBufferedBytes = 24 << 20;
    private const long MaxBufferedMessages = 32;

    /// <summary>The address to bind; loopback unless told otherwise.</summary>
    public IPAddress Bind { get; init; } = IPAddress.Loopback;

    /// <summary>The TCP port; 0 takes a free one.</summary>
    public int Port { get; init; }

    /// <summary>TLS with HTTP/2 by ALPN; null: HTTP/2 without TLS, by prior knowledge.</summary>
    public NativeHostTls? Tls { get; init; }

    /// <summary>What calls accept, send and tell.</summary>
    public ServerOptions Server { get; init; } = new();

    /// <summary>Settings, windows and limits of each connection.</summary>
    public Http2Options Http2 { get; init; } = Http2Options.Default;

    /// <summary>
    /// What the window of a stream may grow to with the bandwidth-delay product measured, in bytes; the connection's grows to a third more.
    /// Not above the first ones: they stay. Default 16 MiB.
    /// </summary>
    public int MaxStreamWindow { get; init; } = 16 * 1024 * 1024;

    /// <summary>Where handlers run.</summary>
    public HandlerScheduling Handlers { get; init; }

    /// <summary>Connections served at a time; one more is closed at once. Default 10,000.</summary>
    public int MaxConnections { get; init; } = 10_000;

    /// <summary>
    /// Bytes that clients may make the host hold, all connections together: requests not read yet, responses not sent yet, and header
    /// fields. Beyond, the connection that holds the most ends with ENHANCE_YOUR_CALM; the first 16 KiB of each go uncounted. Null, the
    /// default: 24 MiB while messages may be as large as gRPC's 4 MiB, and 32 of the largest where they may be larger
    /// (<see cref="ServerOptions.MaxReceiveMessageSize"/>; no limit where that has none). A host for many large messages at a time is told
    /// so here: eight of 10 MiB that are answered alike are held as 160 MiB.
    /// </summary>
    public long? MaxBufferedBytes { get; init; }

    /// <summary>
    /// Calls of one connection whose handlers have not returned, those that the client reset included; a further one is refused with
    /// REFUSED_STREAM. Bounds what a rapid reset (CVE-2023-44487) makes of handlers that are slow to notice. Null, the default: twice
    /// <see cref="Http2Options.MaxConcurrentStreams"/>.
    /// </summary>
    public int? MaxUnfinishedCalls { get; init; }

    /// <summary>
    /// How long a client may take over one frame, or over one field block (HEADERS and its CONTINUATION), from its first byte to its last;
    /// beyond, the connection ends with ENHANCE_YOUR_CALM. Default 20 s, in which the slowest of modems has sent the largest frame.
    /// </summary>
    public TimeSpan FrameTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>How long a client may take from connecting to its SETTINGS, TLS included. Default 10 s.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(10);

    internal long EffectiveMaxBufferedBytes => MaxBufferedBytes
        ?? Server.MaxReceiveMessageSize switch
        {
            null => long.MaxValue,
            <= MessageLimits.DefaultMaxReceiveSize => DefaultMaxBufferedBytes,
            { } largest => MaxBufferedMessages * (long)largest,
        };

    internal int EffectiveMaxUnfinishedCalls => MaxUnfinishedCalls ?? (int)Math.Min(int.MaxValue, 2L * Http2.MaxConcurrentStreams);
}

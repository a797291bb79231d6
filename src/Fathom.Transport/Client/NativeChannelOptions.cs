using System.Diagnostics.CodeAnalysis;
using Fathom.Transport.Connections.Loops;

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

    /// <summary>Maximum time from the TCP connection to the server's SETTINGS, including TLS (gRPC doc/connection-backoff.md:
    /// MIN_CONNECT_TIMEOUT). Default 20 s.</summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(20);

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
}

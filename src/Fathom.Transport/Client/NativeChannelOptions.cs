using System.Diagnostics.CodeAnalysis;

namespace Fathom.Transport.Client;

/// <summary>What a <see cref="NativeChannel"/> can be told beyond what every channel can.</summary>
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

    /// <summary>
    /// Whether what awaits a call goes on on the thread of the event loop instead of a thread of the pool. Cheaper; nothing that blocks may
    /// follow such an await, a blocking call least of all (it throws). Default false.
    /// </summary>
    public bool InlineContinuations { get; init; }

    /// <summary>First flow-control window of a connection, in bytes, 65,535 to 16 MiB; default 1 MiB, as Kestrel's.</summary>
    public int ConnectionWindow { get; init; } = 1024 * 1024;

    /// <summary>
    /// What the window of a stream may grow to with the bandwidth-delay product measured, in bytes; the connection's grows to a third more.
    /// Not above the first ones: they stay. Default 16 MiB.
    /// </summary>
    public int MaxStreamWindow { get; init; } = 16 * 1024 * 1024;

    /// <summary>
    /// Time without a byte from the server after which a PING asks whether it is still there, while calls are under way (gRPC
    /// doc/keepalive.md: GRPC_ARG_KEEPALIVE_TIME_MS). Null, the default: never.
    /// </summary>
    public TimeSpan? KeepAliveTime { get; init; }

    /// <summary>How long the answer to such a PING may take before the connection is given up (GRPC_ARG_KEEPALIVE_TIMEOUT_MS). Default 20
    /// s.</summary>
    public TimeSpan KeepAliveTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>
    /// How long a server may take from taking a connection to its SETTINGS, TLS included (gRPC doc/connection-backoff.md:
    /// MIN_CONNECT_TIMEOUT). Default 20 s.
    /// </summary>
    public TimeSpan HandshakeTimeout { get; init; } = TimeSpan.FromSeconds(20);

    /// <summary>Wait after a first failed connection attempt; each further one is 1.6 times as long (gRPC doc/connection-backoff.md).
    /// Default 1 s.</summary>
    public TimeSpan InitialReconnectBackoff { get; init; } = TimeSpan.FromSeconds(1);

    /// <summary>The longest such wait, before a random fifth more or less. Default 2 min.</summary>
    public TimeSpan MaxReconnectBackoff { get; init; } = TimeSpan.FromMinutes(2);

    /// <summary>Connections opened at the most where the server's limit of concurrent streams is used up; further calls wait for a stream.
    /// Default 64.</summary>
    public int MaxConnections { get; init; } = 64;
}

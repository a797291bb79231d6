using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Settings;

/// <summary>Settings for all messages of a node: the section <c>Grpc</c>.</summary>
public sealed class GrpcSettings
{
    /// <summary>Maximum message size in bytes, sent or received, uncompressed. Default 4 MiB, as in gRPC.</summary>
    public int MaxMessageSize { get; set; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Maximum time for a request or a notification that is sent to another node without a deadline of its own. Default 30 s; more
    /// than 0 and up to one day. A message's own deadline takes precedence. Streams have no default deadline.</summary>
    public TimeSpan DefaultDeadline { get; set; } = TimeSpan.FromSeconds(30);

    /// <summary>Sends a keepalive PING to a remote when nothing was received from it for this time while messages are in progress (gRPC
    /// doc/keepalive.md: GRPC_ARG_KEEPALIVE_TIME_MS). Default 20 s; more than 0 and up to one day.</summary>
    public TimeSpan KeepAliveTime { get; set; } = TimeSpan.FromSeconds(20);

    /// <summary>Closes the connection to a remote that does not acknowledge a keepalive PING within this time
    /// (GRPC_ARG_KEEPALIVE_TIMEOUT_MS): its messages and streams end with Unavailable. Default 10 s; more than 0 and up to one
    /// day.</summary>
    public TimeSpan KeepAliveTimeout { get; set; } = TimeSpan.FromSeconds(10);

    /// <summary>Accepts that messages between machines are neither encrypted nor authenticated: a node without certificates then listens,
    /// and has remotes, beyond loopback. Default false.</summary>
    public bool PlainText { get; set; }

    /// <summary>Compression of messages.</summary>
    public CompressionSettings Compression { get; set; } = new();

    /// <summary>Sends stack traces of handlers' exceptions to senders on other nodes, beside type and message. Default false: a stack trace
    /// may hold secrets.</summary>
    public bool DetailedErrors { get; set; }
}

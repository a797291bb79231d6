using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Settings;

/// <summary>Settings for all messages of a node: the section <c>Grpc</c>.</summary>
public sealed class GrpcSettings
{
    /// <summary>Maximum message size in bytes, sent or received, uncompressed. Default 4 MiB, as in gRPC.</summary>
    public int MaxMessageSize { get; set; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Accepts that messages between machines are neither encrypted nor authenticated: a node without certificates then listens,
    /// and has remotes, beyond loopback. Default false.</summary>
    public bool PlainText { get; set; }

    /// <summary>Compression of messages.</summary>
    public CompressionSettings Compression { get; set; } = new();

    /// <summary>Sends stack traces of handlers' exceptions to senders on other nodes, beside type and message. Default false: a stack trace
    /// may hold secrets.</summary>
    public bool DetailedErrors { get; set; }
}

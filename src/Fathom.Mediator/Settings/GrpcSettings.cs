using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Settings;

/// <summary>What holds for all messages of a node: the section <c>Grpc</c>.</summary>
public sealed class GrpcSettings
{
    /// <summary>Largest message in bytes, sent or received, plain or decompressed. Default 4 MiB, as gRPC's.</summary>
    public int MaxMessageSize { get; set; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>How messages are compressed.</summary>
    public CompressionSettings Compression { get; set; } = new();

    /// <summary>Whether senders on other nodes are told the stack of what a handler threw here, not only its type and message. Default
    /// false: a stack may be anything.</summary>
    public bool DetailedErrors { get; set; }
}

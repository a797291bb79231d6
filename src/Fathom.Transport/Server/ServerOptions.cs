using Fathom.Wire.Grpc;

namespace Fathom.Transport.Server;

/// <summary>What a server accepts, sends and tells.</summary>
public sealed record ServerOptions
{
    /// <summary>Largest message received, in bytes; null: no limit.</summary>
    public int? MaxReceiveMessageSize { get; init; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Largest message sent, in bytes; null: no limit.</summary>
    public int? MaxSendMessageSize { get; init; }

    /// <summary>Whether clients are told what a handler threw; off, since that may be anything.</summary>
    public bool DetailedErrors { get; init; }

    /// <summary>Told of what a handler threw other than RpcException, with the method's path; clients see Unknown.</summary>
    public Action<string, Exception>? HandlerFailed { get; init; }

    /// <summary>The clock for deadlines.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

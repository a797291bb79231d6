using System.Collections.Frozen;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Server;

/// <summary>Options of a gRPC server, for both hosts.</summary>
public sealed record ServerOptions
{
    /// <summary>Maximum size of a received message, in bytes, before and after decompression. Default 4 MiB; null: no limit.</summary>
    public int? MaxReceiveMessageSize { get; init; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Maximum size of a sent message, in bytes before compression. Default null: no limit.</summary>
    public int? MaxSendMessageSize { get; init; }

    /// <summary>Maximum size of the message of a status (<c>grpc-message</c>), in bytes as sent, percent-encoded. A longer one is cut and
    /// ends in "...". A status can quote what a client sent, and a request of 14 bytes can name a header field of kilobytes (RFC 7541
    /// section 6.1). At least 16. Default 1,024.</summary>
    public int MaxStatusMessageBytes
    {
        get;
        init
        {
            ArgumentOutOfRangeException.ThrowIfLessThan(value, 16);
            field = value;
        }
    } = 1024;

    /// <summary>Whether exceptions of handlers are sent to clients. They can contain secrets. Default false.</summary>
    public bool EnableDetailedErrors { get; init; }

    /// <summary>Compression of responses, for clients that accept the codec. A handler can set another one. Default none.</summary>
    public MessageCompression Compression { get; init; } = MessageCompression.None;

    /// <summary>The codecs accepted in requests. Default null: all that are available.</summary>
    public IReadOnlyList<Codec>? AcceptedCodecs { get; init; }

    /// <summary>
    /// Makes the server's logger, of category <c>Fathom.Transport.Server</c>: exceptions of handlers other than RpcException (error),
    /// connections that fail (warning), messages that are compressed or decompressed (debug). Of each kind of line but those of debug, 60 a
    /// minute are written, and then how many were left out. Default null: nothing is logged.
    /// </summary>
    public ILoggerFactory? LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = RateLimitedLogger.Create(value, ServerLog.Category);
        }
    }

    /// <summary>Pages for GET and HEAD, by path, for example <c>/health</c>. Default none. Everyone who reaches the port can request a
    /// page: one that is not public must check <see cref="PageRequest.ClientCertificate"/>.</summary>
    public IReadOnlyDictionary<string, PageHandler> Pages { get; init; } = FrozenDictionary<string, PageHandler>.Empty;

    /// <summary>Serves gRPC server reflection, v1 and v1alpha: <c>fathom list</c>, grpcurl and others can read the services and their
    /// messages. Default false: everyone who reaches the port could read them. An ASP.NET Core application calls
    /// <c>MapFathomReflection</c> instead.</summary>
    public bool EnableReflection { get; init; }

    /// <summary>Serves <c>grpc.health.v1.Health</c>. Default null: no. An ASP.NET Core application calls <c>MapFathomHealth</c>
    /// instead.</summary>
    public HealthService? Health { get; init; }

    /// <summary>The clock for deadlines. Default: the system clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal ILogger? Logger { get; private init; }
}

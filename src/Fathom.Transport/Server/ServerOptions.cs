using System.Collections.Frozen;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Server;

/// <summary>What a server accepts, sends and tells.</summary>
public sealed record ServerOptions
{
    /// <summary>Largest message received, in bytes, compressed and decompressed; null: no limit.</summary>
    public int? MaxReceiveMessageSize { get; init; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Largest message sent, in bytes before compression; null: no limit.</summary>
    public int? MaxSendMessageSize { get; init; }

    /// <summary>Whether clients are told what a handler threw; off, since that may be anything.</summary>
    public bool EnableDetailedErrors { get; init; }

    /// <summary>How responses are compressed where a handler does not say and the client accepts it.</summary>
    public MessageCompression Compression { get; init; } = MessageCompression.None;

    /// <summary>The codecs accepted from clients; null: all that this system has.</summary>
    public IReadOnlyList<Codec>? AcceptedCodecs { get; init; }

    /// <summary>
    /// Makes the server's logger, of category <c>Fathom.Transport.Server</c>: exceptions of handlers other than RpcException (error),
    /// connections that fail (warning), messages that are compressed or decompressed (debug). Default null: nothing is logged.
    /// </summary>
    public ILoggerFactory? LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = GuardedLogger.Create(value, ServerLog.Category);
        }
    }

    /// <summary>
    /// What is answered to GET beside the calls, by path, as in <c>/health</c>; nothing by default. Whoever reaches the port can ask: a
    /// page that is not for everybody looks at <see cref="PageRequest.ClientCertificate"/>.
    /// </summary>
    public IReadOnlyDictionary<string, PageHandler> Pages { get; init; } = FrozenDictionary<string, PageHandler>.Empty;

    /// <summary>The clock for deadlines.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal ILogger? Logger { get; private init; }
}

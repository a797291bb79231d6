using System.Collections.Frozen;
using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
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

    /// <summary>Told of what a handler threw other than RpcException, with the method's path; clients see Unknown.</summary>
    public Action<string, Exception>? HandlerFailed { get; init; }

    /// <summary>How responses are compressed where a handler does not say and the client accepts it.</summary>
    public MessageCompression Compression { get; init; } = MessageCompression.None;

    /// <summary>The codecs accepted from clients; null: all that this system has.</summary>
    public IReadOnlyList<Codec>? AcceptedCodecs { get; init; }

    /// <summary>Told of every message that is compressed or decompressed, at debug level.</summary>
    public ILogger? Logger { get; init; }

    /// <summary>
    /// What is answered to GET beside the calls, by path, as in <c>/health</c>; nothing by default. Whoever reaches the port can ask: a
    /// page that is not for everybody looks at <see cref="PageRequest.ClientCertificate"/>.
    /// </summary>
    public IReadOnlyDictionary<string, PageHandler> Pages { get; init; } = FrozenDictionary<string, PageHandler>.Empty;

    /// <summary>The clock for deadlines.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;
}

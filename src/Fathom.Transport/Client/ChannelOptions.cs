using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Client;

/// <summary>How a channel reaches its server, and what it accepts from it.</summary>
public record ChannelOptions
{
    /// <summary>Where the server is: <c>http://host:port</c> for HTTP/2 without TLS (prior knowledge), <c>https://host:port</c> with
    /// TLS.</summary>
    public required Uri Address { get; init; }

    /// <summary>Largest message received, in bytes, compressed and decompressed; null: no limit.</summary>
    public int? MaxReceiveMessageSize { get; init; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Largest message sent, in bytes before compression; null: no limit.</summary>
    public int? MaxSendMessageSize { get; init; }

    /// <summary>Whom to trust where the address is <c>https</c>; null: the authorities the system trusts.</summary>
    public ChannelTls? Tls { get; init; }

    /// <summary>First flow-control window of a stream, in bytes, 65,535 to 16 MiB; null: what the implementation starts with.</summary>
    public int? InitialStreamWindow { get; init; }

    /// <summary>How requests are compressed where a call does not say.</summary>
    public MessageCompression Compression { get; init; } = MessageCompression.None;

    /// <summary>The codecs that servers are told they may use; null: all that this system has.</summary>
    public IReadOnlyList<Codec>? AcceptedCodecs { get; init; }

    /// <summary>Makes the channel's logger, of category <c>Fathom.Transport.Client</c>: messages that are compressed or decompressed
    /// (debug). Default null: nothing is logged.</summary>
    public ILoggerFactory? LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = GuardedLogger.Create(value, "Fathom.Transport.Client");
        }
    }

    /// <summary>The clock for deadlines and for the time between connection attempts.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal ILogger? Logger { get; private init; }
}

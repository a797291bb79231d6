using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;
using Fathom.Transport.Logging;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Client;

/// <summary>Options of a channel.</summary>
public record ChannelOptions
{
    /// <summary>The scheme of Unix domain sockets in gRPC's names (gRPC doc/naming.md).</summary>
    internal const string UnixScheme = "unix";

    /// <summary>Address of the server: <c>http://host:port</c> for HTTP/2 without TLS (prior knowledge), <c>https://host:port</c> with
    /// TLS. A <see cref="NativeChannel"/> also accepts <c>unix:/path</c>, a Unix domain socket, with TLS if <see cref="Tls"/> is
    /// set.</summary>
    public required Uri Address { get; init; }

    /// <summary>Maximum size of a received message, in bytes, before and after decompression. Default 4 MiB; null: no limit.</summary>
    public int? MaxReceiveMessageSize { get; init; } = MessageLimits.DefaultMaxReceiveSize;

    /// <summary>Maximum size of a sent message, in bytes before compression. Default null: no limit.</summary>
    public int? MaxSendMessageSize { get; init; }

    /// <summary>TLS settings for <c>https</c>. Default null: trusts the certificate authorities of the operating system.</summary>
    public ChannelTls? Tls { get; init; }

    /// <summary>Whether connections use TLS.</summary>
    public bool UsesTls => Address.Scheme == UnixScheme ? Tls is not null : Address.Scheme == Uri.UriSchemeHttps;

    /// <summary>Initial flow-control window of a stream, in bytes, 65,535 to 16 MiB. Default null: the default of the
    /// implementation.</summary>
    public int? InitialStreamWindow { get; init; }

    /// <summary>Compression of requests, for calls that do not set <see cref="Fathom.Transport.Calls.CallOptions.Compression"/>. Default
    /// none.</summary>
    public MessageCompression Compression { get; init; } = MessageCompression.None;

    /// <summary>The codecs that servers may use for responses (<c>grpc-accept-encoding</c>). Default null: all that are
    /// available.</summary>
    public IReadOnlyList<Codec>? AcceptedCodecs { get; init; }

    /// <summary>Text before <c>grpc-fathom/VERSION</c> in the <c>user-agent</c> of calls, such as <c>my-service/1.2</c>; printable ASCII
    /// (gRPC: GRPC_ARG_PRIMARY_USER_AGENT_STRING). Default null: none.</summary>
    /// <exception cref="ArgumentException">The text has other characters.</exception>
    public string? UserAgent
    {
        get;
        init
        {
            MetadataGrammar.CheckText(GrpcHeaders.UserAgent, value ?? "");
            field = value;
        }
    }

    /// <summary>Makes the channel's logger, of category <c>Fathom.Transport.Client</c>: connections that fail
    /// with an exception (error), messages that are compressed or decompressed (debug). Default null: nothing is logged.</summary>
    public ILoggerFactory? LoggerFactory
    {
        get;
        init
        {
            field = value;
            Logger = RateLimitedLogger.Create(value, ChannelLog.Category);
        }
    }

    /// <summary>The clock for deadlines and reconnect delays. Default: the system clock.</summary>
    public TimeProvider TimeProvider { get; init; } = TimeProvider.System;

    internal ILogger? Logger { get; private init; }
}

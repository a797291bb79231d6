using System.Net;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>What a server logs, by event id.</summary>
internal static partial class ServerLog
{
    /// <summary>The category of its loggers.</summary>
    public const string Category = "Fathom.Transport.Server";

    private const int MaxReasonLength = 500;

    /// <summary>A connection ended with an error. The reason may quote the peer: what could break a line of a log is replaced.</summary>
    public static void ConnectionFailed(ILogger logger, string peer, string reason)
    {
        if (logger.IsEnabled(LogLevel.Warning))
        {
            WriteConnectionFailed(logger, peer, PrintableText.OneLine(reason, MaxReasonLength));
        }
    }

    [LoggerMessage(11, LogLevel.Error, "{Method} failed", EventName = "HandlerFailed")]
    public static partial void HandlerFailed(ILogger logger, string method, Exception error);

    [LoggerMessage(13, LogLevel.Error, "A callback failed", EventName = "CallbackFailed")]
    public static partial void CallbackFailed(ILogger logger, Exception error);

    [LoggerMessage(14, LogLevel.Error, "A connection from {Peer} ended because serving it failed", EventName = "ServingFailed")]
    public static partial void ServingFailed(ILogger logger, string peer, Exception error);

    [LoggerMessage(15, LogLevel.Warning, "{Count} connections were refused, the last one of {Address}: {Limit} are open",
        EventName = "ConnectionsRefused")]
    public static partial void ConnectionsRefused(ILogger logger, int count, IPAddress address, string limit);

    [LoggerMessage(12, LogLevel.Warning, "A connection from {Peer} ended: {Reason}", EventName = "ConnectionFailed",
        SkipEnabledCheck = true)]
    private static partial void WriteConnectionFailed(ILogger logger, string peer, string reason);
}

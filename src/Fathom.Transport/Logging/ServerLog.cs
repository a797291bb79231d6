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
            WriteConnectionFailed(logger, peer, Escape(reason));
        }
    }

    [LoggerMessage(11, LogLevel.Error, "{Method} failed", EventName = "HandlerFailed")]
    public static partial void HandlerFailed(ILogger logger, string method, Exception error);

    [LoggerMessage(12, LogLevel.Warning, "A connection from {Peer} ended: {Reason}", EventName = "ConnectionFailed",
        SkipEnabledCheck = true)]
    private static partial void WriteConnectionFailed(ILogger logger, string peer, string reason);

    private static string Escape(string text) => string.Concat(text.Take(MaxReasonLength)
        .Select(c => char.IsControl(c) || c is '\u2028' or '\u2029' ? '?' : c));
}

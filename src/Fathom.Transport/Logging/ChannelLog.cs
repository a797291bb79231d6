using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>What a channel logs, by event id.</summary>
internal static class ChannelLog
{
    /// <summary>The category of its loggers.</summary>
    public const string Category = "Fathom.Transport.Client";

    private static readonly Action<ILogger, Uri, Exception?> LogServingFailed = LoggerMessage.Define<Uri>(
        LogLevel.Error, new EventId(21, "ServingFailed"), "A connection to {Address}, or a callback of one of its calls, failed");

    public static void ServingFailed(ILogger logger, Uri address, Exception error) => LogServingFailed(logger, address, error);
}

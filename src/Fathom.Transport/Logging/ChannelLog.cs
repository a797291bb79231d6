using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Logging;

/// <summary>What a channel logs, by event id.</summary>
internal static partial class ChannelLog
{
    /// <summary>The category of its loggers.</summary>
    public const string Category = "Fathom.Transport.Client";

    [LoggerMessage(21, LogLevel.Error, "A connection to {Address}, or a callback of one of its calls, failed", EventName = "ServingFailed")]
    public static partial void ServingFailed(ILogger logger, Uri address, Exception error);
}

using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>The log messages of a node.</summary>
internal static class NodeLog
{
    private static readonly Action<ILogger, string, Uri, Exception?> LogListening = LoggerMessage.Define<string, Uri>(
        LogLevel.Information, new EventId(1, "Listening"), "Node '{Node}' listens at {Address}");

    private static readonly Action<ILogger, string, string, Exception?> LogHandlerFailed = LoggerMessage.Define<string, string>(
        LogLevel.Error, new EventId(4, "HandlerFailed"), "The handler of {Message} from {Peer} failed");

    private static readonly Action<ILogger, string, string, Exception?> LogNotificationUnknown = LoggerMessage.Define<string, string>(
        LogLevel.Debug, new EventId(5, "NotificationUnknown"),
        "Remote {Remote} does not know notification {Notification}; it was skipped");

    public static void Listening(ILogger logger, string node, Uri address) => LogListening(logger, node, address, null);

    public static void HandlerFailed(ILogger logger, string message, string peer, Exception error) =>
        LogHandlerFailed(logger, message, peer, error);

    public static void NotificationUnknown(ILogger logger, string remote, string notification) =>
        LogNotificationUnknown(logger, remote, notification, null);
}

using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>The log messages of a node.</summary>
internal static partial class NodeLog
{
    [LoggerMessage(1, LogLevel.Information, "Node '{Node}' listens at {Address}")]
    public static partial void Listening(ILogger logger, string node, Uri address);

    [LoggerMessage(4, LogLevel.Error, "The handler of {Message} from {Peer} failed")]
    public static partial void HandlerFailed(ILogger logger, string message, string peer, Exception error);

    [LoggerMessage(5, LogLevel.Debug, "Remote {Remote} does not know notification {Notification}; it was skipped")]
    public static partial void NotificationUnknown(ILogger logger, string remote, string notification);
}

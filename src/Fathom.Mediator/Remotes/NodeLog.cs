using Microsoft.Extensions.Logging;

namespace Fathom.Mediator.Remotes;

/// <summary>What a node logs.</summary>
internal static partial class NodeLog
{
    [LoggerMessage(1, LogLevel.Information, "Node '{Node}' listens at {Address}")]
    public static partial void Listening(ILogger logger, string node, Uri address);

    [LoggerMessage(2, LogLevel.Warning, "A connection from {Peer} ended: {Reason}")]
    public static partial void ConnectionFailed(ILogger logger, string peer, string reason);

    [LoggerMessage(3, LogLevel.Error, "{Method} failed")]
    public static partial void CallFailed(ILogger logger, string method, Exception error);

    [LoggerMessage(4, LogLevel.Error, "The handler of {Message}, which {Peer} sent, failed")]
    public static partial void HandlerFailed(ILogger logger, string message, string peer, Exception error);

    [LoggerMessage(5, LogLevel.Debug, "{Remote} does not know {Notification}, and was passed over")]
    public static partial void PassedOver(ILogger logger, string remote, string notification);
}

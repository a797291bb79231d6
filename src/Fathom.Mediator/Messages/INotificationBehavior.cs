namespace Fathom.Mediator.Messages;

/// <summary>The next step of a notification's pipeline: the next behaviour, or the handler.</summary>
public delegate ValueTask NotificationHandlerDelegate<in TNotification>(TNotification notification, MessageContext context);

/// <summary>
/// Runs around each handler of a notification on this node. With two handlers it runs twice, concurrently. An exception is the failure of
/// that handler; other handlers still run. One instance serves all notifications of its type and is called concurrently.
/// </summary>
/// <typeparam name="TNotification">The notification.</typeparam>
public interface INotificationBehavior<TNotification>
    where TNotification : class, INotification
{
    /// <summary>Runs the behaviour. It calls <paramref name="next"/> once, several times to retry, or not at all to skip the
    /// handler.</summary>
    ValueTask HandleAsync(TNotification notification, MessageContext context, NotificationHandlerDelegate<TNotification> next);
}

/// <summary>Creates the behaviour of every notification type. Called once for each, when the node starts.</summary>
public interface INotificationBehaviorFactory
{
    /// <summary>The behaviour of one notification type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    INotificationBehavior<TNotification>? Create<TNotification>(IServiceProvider services)
        where TNotification : class, INotification;
}

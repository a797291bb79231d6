namespace Fathom.Mediator.Messages;

/// <summary>What comes next in a notification's pipeline: the next behaviour, or the handler.</summary>
public delegate ValueTask NotificationHandlerDelegate<in TNotification>(TNotification notification, MessageContext context);

/// <summary>
/// Runs around each handler of a notification on this node: where two handle it, twice, side by side. What it throws is that handler's
/// failure and keeps the notification from no other. One instance for all notifications of its type, many at a time.
/// </summary>
/// <typeparam name="TNotification">The notification.</typeparam>
public interface INotificationBehavior<TNotification>
    where TNotification : class, INotification
{
    /// <summary>Does its part and calls <paramref name="next"/>: once, or not at all to keep it from the handler, or again to try
    /// again.</summary>
    ValueTask HandleAsync(TNotification notification, MessageContext context, NotificationHandlerDelegate<TNotification> next);
}

/// <summary>Gives every notification type its behaviour; asked once for each, when the node starts.</summary>
public interface INotificationBehaviorFactory
{
    /// <summary>The behaviour of one notification type, or null for none.</summary>
    /// <param name="services">The node's services; empty where it has none.</param>
    INotificationBehavior<TNotification>? Create<TNotification>(IServiceProvider services)
        where TNotification : class, INotification;
}

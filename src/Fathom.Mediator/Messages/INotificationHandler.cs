namespace Fathom.Mediator.Messages;

/// <summary>Handles each notification of one type once. Created as <see cref="IRequestHandler{TRequest,TResponse}"/> is. Several handlers
/// of one type start in the order of registration and run concurrently. Notifications that are published at once arrive in any order.
/// </summary>
/// <typeparam name="TNotification">The notification.</typeparam>
public interface INotificationHandler<in TNotification>
    where TNotification : class, INotification
{
    /// <summary>Handles a notification. An exception affects no other handler or node, and reaches the publisher in a
    /// <see cref="PublishException"/>.</summary>
    /// <param name="notification">The notification.</param>
    /// <param name="context">Deadline, cancellation, id and origin. Valid until the handler completes.</param>
    ValueTask HandleAsync(TNotification notification, MessageContext context);
}

namespace Fathom.Mediator.Messages;

/// <summary>Is told of notifications of one type, once of each. Made as <see cref="IRequestHandler{TRequest,TResponse}"/> is; others of the
/// same type run beside it.</summary>
/// <typeparam name="TNotification">The notification.</typeparam>
public interface INotificationHandler<in TNotification>
    where TNotification : class, INotification
{
    /// <summary>Handles a notification. What it throws keeps it from no other handler or node, and reaches the publisher among all failures
    /// (<see cref="PublishException"/>).</summary>
    /// <param name="notification">The notification.</param>
    /// <param name="context">Its deadline, its cancellation, its id and origin; valid until the end of this.</param>
    ValueTask HandleAsync(TNotification notification, MessageContext context);
}

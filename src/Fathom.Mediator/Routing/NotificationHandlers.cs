using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The handlers of one notification type on this node. All of them run, concurrently, whether or not another one fails.</summary>
internal sealed class NotificationHandlers<TNotification>(
    IReadOnlyList<NotificationHandlerDelegate<TNotification>> handlers, TimeProvider time)
    where TNotification : class, INotification
{
    public Task HandleAsync(TNotification notification, MessageContext context, FailureList failures) =>
        handlers.Count == 0 ? Task.CompletedTask
        : context.OwnDeadline is null ? HandleAllAsync(notification, context, failures)
        : HandleBeforeDeadlineAsync(notification, context, failures);

    private Task HandleAllAsync(TNotification notification, MessageContext context, FailureList failures) =>
        Task.WhenAll(handlers.Select(handle => HandleOneAsync(handle, notification, context, failures)));

    private static async Task HandleOneAsync(NotificationHandlerDelegate<TNotification> handle, TNotification notification,
        MessageContext context, FailureList failures)
    {
        try
        {
            await handle(notification, context).ConfigureAwait(false);
        }
        catch (Exception e)
        {
            failures.Add(e);
        }
    }

    private async Task HandleBeforeDeadlineAsync(TNotification notification, MessageContext context, FailureList failures)
    {
        try
        {
            using var deadline = new LocalDeadline(typeof(TNotification).Name, context, time);
            try
            {
                await HandleAllAsync(notification, deadline.Context, failures).WaitAsync(deadline.Expiry).ConfigureAwait(false);
            }
            catch (OperationCanceledException) when (deadline.HasPassed)
            {
                failures.Add(deadline.Exceeded());
            }
        }
        catch (MediatorException e)
        {
            failures.Add(e);
        }
    }
}

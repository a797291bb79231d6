using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The handlers of one type of notification on this node: all of them, side by side, whatever one of them does.</summary>
internal sealed class NotificationHandlers<TNotification>(
    IReadOnlyList<NotificationHandlerDelegate<TNotification>> handlers, TimeProvider time)
    where TNotification : class, INotification
{
    public Task HandleAsync(TNotification notification, MessageContext context, FailureList failures) =>
        handlers.Count == 0 ? Task.CompletedTask
        : context.OwnDeadline is null ? AllAsync(notification, context, failures)
        : WithinAsync(notification, context, failures);

    private Task AllAsync(TNotification notification, MessageContext context, FailureList failures) =>
        Task.WhenAll(handlers.Select(handle => OneAsync(handle, notification, context, failures)));

    private static async Task OneAsync(NotificationHandlerDelegate<TNotification> handle, TNotification notification,
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

    private async Task WithinAsync(TNotification notification, MessageContext context, FailureList failures)
    {
        try
        {
            using var deadline = new LocalDeadline(typeof(TNotification).Name, context, time);
            try
            {
                await AllAsync(notification, deadline.Context, failures).WaitAsync(deadline.Expiry).ConfigureAwait(false);
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

using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>The handlers of one type of notification on this node: all of them, side by side, whatever one of them does.</summary>
internal sealed class NotificationHandling<TNotification>(IReadOnlyList<HandlerSource<INotificationHandler<TNotification>>> sources, HandlerScopes scopes, TimeProvider time)
    where TNotification : class, INotification
{
    public Task HandleAsync(TNotification notification, MessageContext context, FailureList failures) =>
        sources.Count == 0 ? Task.CompletedTask
        : context.OwnDeadline is null ? AllAsync(notification, context, failures)
        : WithinAsync(notification, context, failures);

    private Task AllAsync(TNotification notification, MessageContext context, FailureList failures) =>
        Task.WhenAll(sources.Select(source => OneAsync(source, notification, context, failures)));

    private async Task OneAsync(HandlerSource<INotificationHandler<TNotification>> source, TNotification notification, MessageContext context, FailureList failures)
    {
        try
        {
            if (source.Shared is { } shared)
            {
                await shared.HandleAsync(notification, context).ConfigureAwait(false);
                return;
            }

            await using var made = scopes.Make(source.Make!);
            await made.Handler.HandleAsync(notification, context);
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

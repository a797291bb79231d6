using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Notifications of one type to a handler that is made for each, in a scope of its own.</summary>
internal sealed class ScopedNotification<TNotification>(
    Func<IServiceProvider, INotificationHandler<TNotification>> make, HandlerScopes scopes)
    where TNotification : class, INotification
{
    public async ValueTask HandleAsync(TNotification notification, MessageContext context)
    {
        await using var made = scopes.Make(make);
        await made.Handler.HandleAsync(notification, context);
    }
}

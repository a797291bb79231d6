using Fathom.Mediator.Messages;
using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Mediator.Routing;

/// <summary>Creates a handler for each message, in a service scope of its own. Without a scope factory it uses the services
/// themselves.</summary>
internal sealed class ScopedHandler<THandler>(Func<IServiceProvider, THandler> factory, IServiceProvider services)
    where THandler : class
{
    private readonly IServiceScopeFactory? _scopes = services.GetService(typeof(IServiceScopeFactory)) as IServiceScopeFactory;

    /// <summary>Creates a handler. Disposing the lease disposes the handler and its scope.</summary>
    public Lease Create()
    {
        var scope = _scopes?.CreateAsyncScope();
        return new Lease(factory(scope?.ServiceProvider ?? services), scope);
    }

    /// <summary>A handler for one message. Owned by the method that handles the message.</summary>
    public readonly struct Lease(THandler handler, AsyncServiceScope? scope) : IAsyncDisposable
    {
        public THandler Handler { get; } = handler;

        public async ValueTask DisposeAsync()
        {
            if (Handler is IAsyncDisposable asynchronous)
            {
                await asynchronous.DisposeAsync();
            }
            else if (Handler is IDisposable disposable)
            {
                disposable.Dispose();
            }

            if (scope is { } opened)
            {
                await opened.DisposeAsync();
            }
        }
    }
}

/// <summary>Handles a message of each kind with a handler that is created for it.</summary>
internal static class ScopedHandling
{
    public static async ValueTask<TResponse> HandleAsync<TRequest, TResponse>(
        this ScopedHandler<IRequestHandler<TRequest, TResponse>> handlers, TRequest request, MessageContext context)
        where TRequest : class, IRequest<TResponse>
    {
        await using var lease = handlers.Create();
        return await lease.Handler.HandleAsync(request, context);
    }

    public static async ValueTask HandleAsync<TNotification>(
        this ScopedHandler<INotificationHandler<TNotification>> handlers, TNotification notification, MessageContext context)
        where TNotification : class, INotification
    {
        await using var lease = handlers.Create();
        await lease.Handler.HandleAsync(notification, context);
    }

    /// <summary>The handler and its scope live as long as the stream.</summary>
    public static async IAsyncEnumerable<TItem> HandleAsync<TRequest, TItem>(
        this ScopedHandler<IStreamRequestHandler<TRequest, TItem>> handlers, TRequest request, MessageContext context)
        where TRequest : class, IStreamRequest<TItem>
    {
        await using var lease = handlers.Create();
        await foreach (var item in lease.Handler.HandleAsync(request, context).WithCancellation(context.CancellationToken)
            .ConfigureAwait(false))
        {
            yield return item;
        }
    }
}

using Microsoft.Extensions.DependencyInjection;

namespace Fathom.Mediator.Routing;

/// <summary>A scope of services for each message whose handler is made for it; the services themselves where they have no scopes.</summary>
internal sealed class HandlerScopes(IServiceProvider? services)
{
    private readonly IServiceProvider _services = services ?? NoServices.Instance;
    private readonly IServiceScopeFactory? _scopes = services?.GetService(typeof(IServiceScopeFactory)) as IServiceScopeFactory;

    /// <summary>Makes a handler; disposing what is returned disposes the handler and its scope.</summary>
    public Made<THandler> Make<THandler>(Func<IServiceProvider, THandler> make)
        where THandler : class
    {
        var scope = _scopes?.CreateAsyncScope();
        return new Made<THandler>(make(scope?.ServiceProvider ?? _services), scope);
    }

    public readonly struct Made<THandler>(THandler handler, AsyncServiceScope? scope) : IAsyncDisposable
        where THandler : class
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

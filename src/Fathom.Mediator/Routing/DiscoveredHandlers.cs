using System.ComponentModel;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>Registers handlers that the generator discovered. Called by generated code. A handler that is registered by hand takes
/// precedence over them.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class DiscoveredHandlers
{
    /// <summary>Registers a request handler without constructor parameters.</summary>
    public static void Request<TRequest, TResponse>(MediatorBuilder builder, IRequestHandler<TRequest, TResponse> handler)
        where TRequest : class, IRequest<TResponse> => Add(builder, handler);

    /// <summary>Registers a request handler that is created from services.</summary>
    public static void Request<TRequest, TResponse>(
        MediatorBuilder builder, Func<IServiceProvider, IRequestHandler<TRequest, TResponse>> factory)
        where TRequest : class, IRequest<TResponse> => Add(builder, factory);

    /// <summary>Registers a stream request handler without constructor parameters.</summary>
    public static void Stream<TRequest, TItem>(MediatorBuilder builder, IStreamRequestHandler<TRequest, TItem> handler)
        where TRequest : class, IStreamRequest<TItem> => Add(builder, handler);

    /// <summary>Registers a stream request handler that is created from services.</summary>
    public static void Stream<TRequest, TItem>(
        MediatorBuilder builder, Func<IServiceProvider, IStreamRequestHandler<TRequest, TItem>> factory)
        where TRequest : class, IStreamRequest<TItem> => Add(builder, factory);

    /// <summary>Registers a notification handler without constructor parameters.</summary>
    public static void Notification<TNotification>(MediatorBuilder builder, INotificationHandler<TNotification> handler)
        where TNotification : class, INotification => Add(builder, handler);

    /// <summary>Registers a notification handler that is created from services.</summary>
    public static void Notification<TNotification>(
        MediatorBuilder builder, Func<IServiceProvider, INotificationHandler<TNotification>> factory)
        where TNotification : class, INotification => Add(builder, factory);

    /// <summary>Resolves a constructor argument.</summary>
    /// <exception cref="InvalidOperationException">The service is not registered.</exception>
    public static T Service<T>(IServiceProvider services, string handler)
        where T : notnull
    {
        ArgumentNullException.ThrowIfNull(services);
        return services.GetService(typeof(T)) is T service
            ? service
            : throw new InvalidOperationException(
                $"{handler} needs a {typeof(T).Name}, and no such service is registered. Register the service, or the handler by hand.");
    }

    private static void Add<THandler>(MediatorBuilder builder, THandler handler)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(new HandlerSource<THandler>(handler, null, IsDiscovered: true));
    }

    private static void Add<THandler>(MediatorBuilder builder, Func<IServiceProvider, THandler> factory)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(new HandlerSource<THandler>(null, factory, IsDiscovered: true));
    }
}

using System.ComponentModel;
using Fathom.Mediator.Messages;

namespace Fathom.Mediator.Routing;

/// <summary>What generated code calls. A handler that was found gives way to one that is registered by hand.</summary>
[EditorBrowsable(EditorBrowsableState.Never)]
public static class DiscoveredHandlers
{
    /// <summary>A handler of requests without constructor parameters.</summary>
    public static void Request<TRequest, TResponse>(MediatorBuilder builder, IRequestHandler<TRequest, TResponse> handler)
        where TRequest : class, IRequest<TResponse> => Add(builder, handler);

    /// <summary>A handler of requests that is made from services.</summary>
    public static void Request<TRequest, TResponse>(
        MediatorBuilder builder, Func<IServiceProvider, IRequestHandler<TRequest, TResponse>> make)
        where TRequest : class, IRequest<TResponse> => Add(builder, make);

    /// <summary>A handler of stream requests without constructor parameters.</summary>
    public static void Stream<TRequest, TItem>(MediatorBuilder builder, IStreamRequestHandler<TRequest, TItem> handler)
        where TRequest : class, IStreamRequest<TItem> => Add(builder, handler);

    /// <summary>A handler of stream requests that is made from services.</summary>
    public static void Stream<TRequest, TItem>(MediatorBuilder builder, Func<IServiceProvider, IStreamRequestHandler<TRequest, TItem>> make)
        where TRequest : class, IStreamRequest<TItem> => Add(builder, make);

    /// <summary>A handler of notifications without constructor parameters.</summary>
    public static void Notification<TNotification>(MediatorBuilder builder, INotificationHandler<TNotification> handler)
        where TNotification : class, INotification => Add(builder, handler);

    /// <summary>A handler of notifications that is made from services.</summary>
    public static void Notification<TNotification>(
        MediatorBuilder builder, Func<IServiceProvider, INotificationHandler<TNotification>> make)
        where TNotification : class, INotification => Add(builder, make);

    /// <summary>A constructor's argument.</summary>
    /// <exception cref="InvalidOperationException">There is no such service.</exception>
    public static T Service<T>(IServiceProvider services, string handler)
        where T : notnull
    {
        ArgumentNullException.ThrowIfNull(services);
        return services.GetService(typeof(T)) is T service
            ? service
            : throw new InvalidOperationException($"{handler} needs a {typeof(T).Name}, and no such service is registered.");
    }

    private static void Add<THandler>(MediatorBuilder builder, THandler handler)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(new HandlerSource<THandler>(handler, null, IsDiscovered: true));
    }

    private static void Add<THandler>(MediatorBuilder builder, Func<IServiceProvider, THandler> make)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(builder);
        builder.Add(new HandlerSource<THandler>(null, make, IsDiscovered: true));
    }
}

namespace Fathom.Mediator.Routing;

/// <summary>Where the handler of a message comes from: one instance for all messages, or a factory that creates one for each.</summary>
/// <param name="Instance">The instance for all messages; null where there is a factory.</param>
/// <param name="Factory">Creates a handler from services; null where there is an instance.</param>
/// <param name="IsDiscovered">Whether the generator discovered it. A handler that is registered by hand takes precedence.</param>
internal sealed record HandlerSource<THandler>(THandler? Instance, Func<IServiceProvider, THandler>? Factory, bool IsDiscovered)
    where THandler : class;

/// <summary>Makes the sources of handlers that are registered by hand.</summary>
internal static class HandlerSource
{
    public static HandlerSource<THandler> FromInstance<THandler>(THandler handler)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(handler);
        return new HandlerSource<THandler>(handler, null, IsDiscovered: false);
    }

    public static HandlerSource<THandler> FromFactory<THandler>(Func<IServiceProvider, THandler> factory)
        where THandler : class
    {
        ArgumentNullException.ThrowIfNull(factory);
        return new HandlerSource<THandler>(null, factory, IsDiscovered: false);
    }
}

namespace Fathom.Mediator.Routing;

/// <summary>Where the handler of a message comes from: one for all messages, or one made for each.</summary>
/// <param name="Shared">The one for all.</param>
/// <param name="Make">Makes one from services.</param>
/// <param name="IsDiscovered">Whether the generator found it; one that was registered by hand goes before it.</param>
internal sealed record HandlerSource<THandler>(THandler? Shared, Func<IServiceProvider, THandler>? Make, bool IsDiscovered)
    where THandler : class;

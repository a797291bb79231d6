namespace Fathom.Mediator.Routing;

/// <summary>The handlers of a node, by the interface they implement. Owned by the builder until the node starts, read-only then.</summary>
internal sealed class HandlerRegistry
{
    private readonly Dictionary<Type, List<object>> _sources = [];

    public void Add<THandler>(HandlerSource<THandler> source)
        where THandler : class
    {
        if (!_sources.TryGetValue(typeof(THandler), out var sources))
        {
            _sources[typeof(THandler)] = sources = [];
        }

        sources.Add(source);
    }

    public IReadOnlyList<HandlerSource<THandler>> Of<THandler>()
        where THandler : class => _sources.TryGetValue(typeof(THandler), out var sources) ? [.. sources.Cast<HandlerSource<THandler>>()]
        : [];

    /// <summary>The one handler, or null; those registered by hand go before those found. Adds to <paramref name="faults"/> where there are
    /// several.</summary>
    public HandlerSource<THandler>? One<THandler>(string message, List<string> faults)
        where THandler : class
    {
        var all = Of<THandler>();
        var candidates = all.Where(s => !s.IsDiscovered).ToList() is { Count: > 0 } byHand ? byHand : [.. all];
        if (candidates.Count > 1)
        {
            faults.Add(
                $"{message} has {candidates.Count} handlers, and one can answer: register one of them by hand, which goes before those "
                    + $"that were found.");
        }

        return candidates.FirstOrDefault();
    }
}

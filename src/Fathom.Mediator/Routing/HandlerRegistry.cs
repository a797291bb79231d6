namespace Fathom.Mediator.Routing;

/// <summary>The handlers of a node, by the interface they implement. Owned by the builder until the node starts, read-only
/// then.</summary>
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

    public IReadOnlyList<HandlerSource<THandler>> GetAll<THandler>()
        where THandler : class =>
        _sources.TryGetValue(typeof(THandler), out var sources) ? [.. sources.Cast<HandlerSource<THandler>>()] : [];

    /// <summary>The only handler, or null. Handlers that are registered by hand take precedence over discovered ones. Several candidates
    /// add a fault to <paramref name="faults"/>.</summary>
    public HandlerSource<THandler>? GetSingle<THandler>(string message, List<string> faults)
        where THandler : class
    {
        var all = GetAll<THandler>();
        var candidates = all.Where(s => !s.IsDiscovered).ToList() is { Count: > 0 } byHand ? byHand : [.. all];
        if (candidates.Count > 1)
        {
            faults.Add(
                $"{message} has {candidates.Count} handlers; exactly one is accepted. Register one of them by hand: it takes "
                    + "precedence over handlers that the generator discovered.");
        }

        return candidates.FirstOrDefault();
    }
}

namespace Fathom.Diagnosis.Observations;

/// <summary>
/// The observations of one trial: quantities that its levels set, and quantities that were measured, each at most once. Immutable.
/// </summary>
public sealed class Evidence
{
    private readonly Dictionary<Quantity, Observation> _observations;
    private readonly ILookup<string, Observation> _ofProcesses;
    private readonly IReadOnlyDictionary<string, string> _levels;

    /// <summary>Collects observations.</summary>
    /// <param name="id">Name of what was observed: the id of a trial.</param>
    /// <param name="levels">Factor name to level name, of every factor.</param>
    /// <param name="observations">At most one per quantity, and one per quantity and process.</param>
    /// <exception cref="ArgumentException">A quantity was observed twice, of one process or of the whole.</exception>
    public Evidence(string id, IReadOnlyDictionary<string, string> levels, IEnumerable<Observation> observations)
    {
        Id = id;
        _levels = levels;
        _observations = [];
        var all = observations.ToList();
        _ofProcesses = all.Where(o => o.Process is not null).ToLookup(o => o.Process!);
        foreach (var observation in all.Where(o => o.Process is null))
        {
            if (!_observations.TryAdd(observation.Of, observation))
            {
                throw new ArgumentException(
                    $"'{observation.Of}' of {id} comes from {_observations[observation.Of].Source} and from {observation.Source}: "
                        + "observe it once.", nameof(observations));
            }
        }
    }

    /// <summary>Name of what was observed: the id of a trial.</summary>
    public string Id { get; }

    /// <summary>The processes of which something was observed by itself; empty where the server is one process.</summary>
    public IReadOnlyList<string> Processes => [.. _ofProcesses.Select(p => p.Key)];

    /// <summary>What was observed of one process, beside what was observed of the whole; its own observation of a quantity takes the
    /// place of that of the whole.</summary>
    /// <param name="process">One of <see cref="Processes"/>.</param>
    public Evidence In(string process)
    {
        var own = _ofProcesses[process].ToList();
        return new(Id, _levels,
        [
            .. own.Select(o => o with { Process = null }),
            .. _observations.Values.Where(o => own.TrueForAll(p => p.Of != o.Of)),
        ]);
    }

    /// <summary>All observations.</summary>
    public IReadOnlyCollection<Observation> All => _observations.Values;

    /// <summary>Whether a quantity was observed.</summary>
    public bool Has(Quantity quantity) => _observations.ContainsKey(quantity);

    /// <summary>The observation of a quantity, or null.</summary>
    public Observation<T>? Find<T>(Quantity<T> quantity)
        where T : notnull => _observations.TryGetValue(quantity, out var observation) ? (Observation<T>)observation : null;

    /// <summary>The observation of a quantity.</summary>
    /// <exception cref="KeyNotFoundException">It was not observed.</exception>
    public Observation<T> Get<T>(Quantity<T> quantity)
        where T : notnull =>
        Find(quantity) ?? throw new KeyNotFoundException($"'{quantity}' ({quantity.Text}) was not observed of {Id}.");

    /// <summary>The value of a quantity.</summary>
    /// <exception cref="KeyNotFoundException">It was not observed.</exception>
    public T Value<T>(Quantity<T> quantity)
        where T : notnull => Get(quantity).Value;

    /// <summary>Whether something is known to be so; false also where it was not observed.</summary>
    public bool Is(Quantity<bool> quantity) => Find(quantity) is { Value: true };

    /// <summary>Whether two trials have the same level of every factor, but for factors that set one of these quantities.</summary>
    /// <param name="other">The other trial; a trial is alike with itself.</param>
    /// <param name="quantities">What may differ.</param>
    public bool IsAlikeBut(Evidence other, params ReadOnlySpan<Quantity> quantities)
    {
        HashSet<string> free = [];
        foreach (var quantity in quantities)
        {
            free.UnionWith(FactorsOf(quantity).Concat(other.FactorsOf(quantity)));
        }

        return _levels.Count == other._levels.Count
            && _levels.All(l => free.Contains(l.Key) || other._levels.GetValueOrDefault(l.Key) == l.Value);
    }

    private IEnumerable<string> FactorsOf(Quantity quantity) =>
        _observations.TryGetValue(quantity, out var observation) && observation.Source is ObservationSource.FactorLevel level
            ? [level.Factor] : [];
}

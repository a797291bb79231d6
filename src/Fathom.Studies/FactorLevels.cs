using System.Collections;
using Fathom.Diagnosis.Observations;

namespace Fathom.Studies;

/// <summary>One level of every factor: what distinguishes a trial. Immutable; equal where all levels are.</summary>
public sealed class FactorLevels : IEquatable<FactorLevels>, IReadOnlyCollection<Level>
{
    private readonly Level[] _levels;

    /// <summary>Takes the levels in the order given.</summary>
    /// <param name="levels">One of each factor.</param>
    public FactorLevels(IEnumerable<Level> levels) => _levels = [.. levels];

    /// <inheritdoc/>
    public int Count => _levels.Length;

    /// <summary>The level of a factor.</summary>
    /// <exception cref="KeyNotFoundException">There is no such factor.</exception>
    public Level this[Factor factor] => Array.Find(_levels, l => l.Factor == factor) ?? throw Unknown(factor.Name);

    /// <summary>The name of the level of a factor, by the names that records and the command line have.</summary>
    /// <exception cref="KeyNotFoundException">There is no such factor.</exception>
    public string this[string factor] => Array.Find(_levels, l => l.Factor.Name == factor)?.Name ?? throw Unknown(factor);

    /// <summary>The baseline: the first level of every factor.</summary>
    public static FactorLevels BaselineOf(IEnumerable<FactorSpec> factors) => new(factors.Select(f => f.Baseline));

    /// <summary>The same with other levels of some factors.</summary>
    /// <exception cref="KeyNotFoundException">There is no such factor.</exception>
    public FactorLevels With(params ReadOnlySpan<Level> levels)
    {
        var changed = (Level[])_levels.Clone();
        foreach (var level in levels)
        {
            var at = Array.FindIndex(changed, l => l.Factor == level.Factor);
            changed[at >= 0 ? at : throw Unknown(level.Factor.Name)] = level;
        }

        return new(changed);
    }

    /// <summary>Whether this is the level of its factor here.</summary>
    public bool Has(Level level) => Array.IndexOf(_levels, level) >= 0;

    /// <summary>Whether all of these are the levels of their factors here.</summary>
    public bool HasAll(params ReadOnlySpan<Level> levels)
    {
        foreach (var level in levels)
        {
            if (!Has(level))
            {
                return false;
            }
        }

        return true;
    }

    /// <summary>The value that a level sets a quantity to; null where none does.</summary>
    public T? Find<T>(Quantity<T> quantity)
        where T : class => Setting(quantity)?.Value;

    /// <summary>The number that a level sets a quantity to; null where none does.</summary>
    public double? Find(Quantity<double> quantity) => Setting(quantity)?.Value;

    /// <summary>The number that a level sets a quantity to.</summary>
    /// <exception cref="KeyNotFoundException">No level sets it.</exception>
    public double Value(Quantity<double> quantity) =>
        Find(quantity) ?? throw new KeyNotFoundException($"No level of {this} sets '{quantity}' ({quantity.Text}).");

    /// <summary>Whether a level sets this to true; false also where no level sets it.</summary>
    public bool Is(Quantity<bool> quantity) => Setting(quantity) is { Value: true };

    /// <summary>The names of the factors in which two combinations differ.</summary>
    public IEnumerable<string> DifferencesFrom(FactorLevels other) =>
        _levels.Where(l => other[l.Factor] != l).Select(l => l.Factor.Name);

    /// <summary>Factor name to level name, for a record.</summary>
    public IReadOnlyDictionary<string, string> ToDictionary() => _levels.ToDictionary(l => l.Factor.Name, l => l.Name);

    /// <inheritdoc/>
    public bool Equals(FactorLevels? other) => other is not null && _levels.SequenceEqual(other._levels);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as FactorLevels);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var level in _levels)
        {
            hash.Add(level);
        }

        return hash.ToHashCode();
    }

    /// <inheritdoc/>
    public IEnumerator<Level> GetEnumerator() => _levels.AsEnumerable().GetEnumerator();

    /// <summary>For messages: <c>call=blocking channel=new</c>.</summary>
    public override string ToString() => string.Join(' ', _levels.AsEnumerable());

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();

    private Setting<T>? Setting<T>(Quantity<T> quantity)
        where T : notnull => _levels.SelectMany(l => l.Means).OfType<Setting<T>>().FirstOrDefault(s => s.Quantity == quantity);

    private KeyNotFoundException Unknown(string factor) =>
        new($"There is no factor '{factor}' among {string.Join(", ", _levels.Select(l => l.Factor.Name))}.");
}

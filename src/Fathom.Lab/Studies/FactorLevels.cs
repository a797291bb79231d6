using System.Collections;

namespace Fathom.Lab.Studies;

/// <summary>One level for every factor: what distinguishes a trial. Immutable; equal when all levels are.</summary>
public sealed class FactorLevels : IEquatable<FactorLevels>, IReadOnlyCollection<KeyValuePair<string, string>>
{
    private readonly KeyValuePair<string, string>[] _levels;

    /// <summary>Takes the levels in the order given.</summary>
    public FactorLevels(IEnumerable<KeyValuePair<string, string>> levels) => _levels = [.. levels];

    /// <inheritdoc/>
    public int Count => _levels.Length;

    /// <summary>The level of a factor.</summary>
    /// <exception cref="KeyNotFoundException">There is no such factor.</exception>
    public string this[string factor]
    {
        get
        {
            foreach (var (name, level) in _levels)
            {
                if (name == factor)
                {
                    return level;
                }
            }

            throw new KeyNotFoundException($"There is no factor '{factor}' among {string.Join(", ", _levels.Select(l => l.Key))}.");
        }
    }

    /// <summary>The baseline: the first level of every factor.</summary>
    public static FactorLevels BaselineOf(IEnumerable<FactorSpec> factors) =>
        new(factors.Select(f => KeyValuePair.Create(f.Name, f.Baseline)));

    /// <summary>The same but for one factor.</summary>
    public FactorLevels With(string factor, string level)
    {
        _ = this[factor];
        return new(_levels.Select(l => l.Key == factor ? KeyValuePair.Create(factor, level) : l));
    }

    /// <summary>The factors in which two combinations differ.</summary>
    public IEnumerable<string> DifferencesFrom(FactorLevels other) =>
        _levels.Where(l => other[l.Key] != l.Value).Select(l => l.Key);

    /// <summary>As a dictionary, for a record.</summary>
    public IReadOnlyDictionary<string, string> ToDictionary() => new Dictionary<string, string>(_levels);

    /// <inheritdoc/>
    public bool Equals(FactorLevels? other) => other is not null && _levels.SequenceEqual(other._levels);

    /// <inheritdoc/>
    public override bool Equals(object? obj) => Equals(obj as FactorLevels);

    /// <inheritdoc/>
    public override int GetHashCode()
    {
        var hash = default(HashCode);
        foreach (var (name, level) in _levels)
        {
            hash.Add(name);
            hash.Add(level);
        }

        return hash.ToHashCode();
    }

    /// <inheritdoc/>
    public IEnumerator<KeyValuePair<string, string>> GetEnumerator() => _levels.AsEnumerable().GetEnumerator();

    /// <summary>For messages: <c>call=blocking channel=new</c>.</summary>
    public override string ToString() => string.Join(' ', _levels.Select(l => $"{l.Key}={l.Value}"));

    IEnumerator IEnumerable.GetEnumerator() => GetEnumerator();
}

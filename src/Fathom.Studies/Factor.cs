using Fathom.Diagnosis.Observations;

namespace Fathom.Studies;

/// <summary>One thing that a study changes while the rest stays. Declared once, with all its levels; equal to itself alone.</summary>
/// <param name="name">Short name, as in records and on the command line.</param>
/// <param name="text">What it is, for a reader who has not seen the study.</param>
public sealed class Factor(string name, string text)
{
    private readonly List<Level> _levels = [];

    /// <summary>Short name, as in records and on the command line.</summary>
    public string Name { get; } = name;

    /// <summary>What it is, for a reader who has not seen the study.</summary>
    public string Text { get; } = text;

    /// <summary>All levels that were declared, in that order.</summary>
    public IReadOnlyList<Level> Levels => _levels;

    /// <summary>Declares a level.</summary>
    /// <param name="level">Its name, as in records and on the command line.</param>
    /// <param name="means">What it sets; nothing for <c>none</c>, or for a default that only the process knows.</param>
    /// <exception cref="ArgumentException">There is a level of that name.</exception>
    public Level Level(string level, params IReadOnlyList<Setting> means)
    {
        if (Find(level) is not null)
        {
            throw new ArgumentException($"Factor '{Name}' has a level '{level}' already.", nameof(level));
        }

        var declared = new Level(this, level, means);
        _levels.Add(declared);
        return declared;
    }

    /// <summary>The level of that name, or null.</summary>
    public Level? Find(string level) => _levels.Find(l => l.Name == level);

    /// <summary>This factor with some of its levels.</summary>
    /// <param name="levels">Levels of this factor; the first is the baseline.</param>
    public FactorSpec With(params IReadOnlyList<Level> levels) => new(this, levels);

    /// <summary>This factor with all its levels; the first that was declared is the baseline.</summary>
    public FactorSpec WithAll() => new(this, [.. _levels]);

    /// <inheritdoc/>
    public override string ToString() => Name;
}

/// <summary>What a factor can be. Equal to itself alone.</summary>
public sealed class Level
{
    internal Level(Factor factor, string name, IReadOnlyList<Setting> means) => (Factor, Name, Means) = (factor, name, means);

    /// <summary>The factor.</summary>
    public Factor Factor { get; }

    /// <summary>Name of the level, as in records and on the command line.</summary>
    public string Name { get; }

    /// <summary>The quantities that the level sets.</summary>
    public IReadOnlyList<Setting> Means { get; }

    /// <summary>What the level sets, as observations whose source it is.</summary>
    public IEnumerable<Observation> Observe() => Means.Select(m => m.Observe(new ObservationSource.FactorLevel(Factor.Name, Name)));

    /// <summary>For messages: <c>call=blocking</c>.</summary>
    public override string ToString() => $"{Factor.Name}={Name}";
}

/// <summary>A factor of a study in one profile.</summary>
/// <param name="Factor">The factor.</param>
/// <param name="Levels">What it is there; the first is the published baseline.</param>
public sealed record FactorSpec(Factor Factor, IReadOnlyList<Level> Levels)
{
    /// <summary>Name of the factor.</summary>
    public string Name => Factor.Name;

    /// <summary>The published baseline.</summary>
    public Level Baseline => Levels[0];

    /// <summary>Names of the levels.</summary>
    public IEnumerable<string> LevelNames => Levels.Select(l => l.Name);
}

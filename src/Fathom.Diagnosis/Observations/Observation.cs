using Fathom.Records.Words;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Observations;

/// <summary>The value of one quantity, with its source.</summary>
public abstract record Observation
{
    /// <summary>What was observed.</summary>
    public abstract Quantity Of { get; }

    /// <summary>Where the value comes from.</summary>
    public abstract ObservationSource Source { get; }

    /// <summary>The process that it belongs to, where the server has several; null for the whole.</summary>
    public string? Process { get; init; }

    /// <summary>The value for sentences: a level's own name, else the value and its unit.</summary>
    public abstract string Text { get; }

    /// <summary>The value as reports call it: the words for a level, else the value and its unit.</summary>
    public string Words => Source is ObservationSource.FactorLevel level ? LevelWords.Of(level.Factor, level.Name) : Text;
}

/// <summary>An observation whose value has a known type.</summary>
/// <typeparam name="T">Type of the value.</typeparam>
/// <param name="Quantity">What was observed.</param>
/// <param name="Value">The value, in the quantity's unit; of several replicates the median.</param>
/// <param name="Source">Where the value comes from.</param>
public sealed record Observation<T>(Quantity<T> Quantity, T Value, ObservationSource Source) : Observation
    where T : notnull
{
    /// <summary>The value with its interval or range; null where there is none.</summary>
    public Estimate? Interval { get; init; }

    /// <summary>The replicates behind the value; empty for what was set.</summary>
    public IReadOnlyList<Sample> Samples { get; init; } = [];

    /// <summary>The values of the replicates.</summary>
    public IEnumerable<double> Replicates => Samples.Select(s => s.Value);

    /// <inheritdoc/>
    public override Quantity Of => Quantity;

    /// <inheritdoc/>
    public override ObservationSource Source { get; } = Source;

    /// <inheritdoc/>
    public override string Text => Source is ObservationSource.FactorLevel level ? level.Name
        : Value is double number ? $"{FigureText.Number(number)} {Quantity.Unit}".TrimEnd()
        : $"{Value}";
}

/// <summary>Where an observation comes from.</summary>
public abstract record ObservationSource
{
    private ObservationSource()
    {
    }

    /// <summary>A factor's level: the value was chosen.</summary>
    /// <param name="Factor">Name of the factor.</param>
    /// <param name="Name">Name of the level.</param>
    public sealed record FactorLevel(string Factor, string Name) : ObservationSource;

    /// <summary>Figures that processes reported, one per replicate.</summary>
    /// <param name="Metric">Id of the metric.</param>
    public sealed record Replicates(string Metric) : ObservationSource;

    /// <summary>Packets of the link, read once per replicate.</summary>
    /// <param name="Metric">Id of the metric.</param>
    public sealed record PacketTrace(string Metric) : ObservationSource;

    /// <summary>A probe that watched a process.</summary>
    /// <param name="Name">Name of the probe, for example <c>thread-pool</c>.</param>
    /// <param name="Watched">How long it watched.</param>
    public sealed record Probe(string Name, TimeSpan Watched) : ObservationSource;
}

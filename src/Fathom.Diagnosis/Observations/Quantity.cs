namespace Fathom.Diagnosis.Observations;

/// <summary>
/// Something that can be observed of a service: a round trip, a number of threads, whether callers block. Each is declared once, beside
/// its relatives (<see cref="CallQuantities"/>, <see cref="LinkQuantities"/> ...), and is equal to itself alone. Studies set and
/// measure quantities; causes read them and know nothing else.
/// </summary>
/// <param name="id">Short name for messages, for example <c>round-trip</c>.</param>
/// <param name="unit">Unit of the values, <c>ms</c>, <c>bytes</c>, <c>count</c>; empty where they have none.</param>
/// <param name="text">What it is, in a few words.</param>
public abstract class Quantity(string id, string unit, string text)
{
    /// <summary>Short name for messages.</summary>
    public string Id { get; } = id;

    /// <summary>Unit of the values; empty where they have none.</summary>
    public string Unit { get; } = unit;

    /// <summary>What it is, in a few words.</summary>
    public string Text { get; } = text;

    /// <summary>Whether its values name hosts or folders, which stand in no record.</summary>
    public bool IsPrivate { get; init; }

    /// <inheritdoc/>
    public override string ToString() => Id;
}

/// <summary>A quantity whose values are of one type: a number, a yes or no, a name.</summary>
/// <typeparam name="T">Type of the values.</typeparam>
/// <param name="id">Short name for messages.</param>
/// <param name="unit">Unit of the values; empty where they have none.</param>
/// <param name="text">What it is, in a few words.</param>
public sealed class Quantity<T>(string id, string unit, string text) : Quantity(id, unit, text)
    where T : notnull
{
    /// <summary>This quantity with a chosen value.</summary>
    public Setting Is(T value) => new Setting<T>(this, value);
}

/// <summary>A quantity with a value that was chosen, not measured: what a level means.</summary>
public abstract record Setting
{
    /// <summary>The quantity that is set.</summary>
    public abstract Quantity Of { get; }

    /// <summary>The setting as an observation.</summary>
    /// <param name="source">The level that sets it.</param>
    public abstract Observation Observe(ObservationSource source);
}

/// <summary>A setting of a known type.</summary>
/// <typeparam name="T">Type of the value.</typeparam>
/// <param name="Quantity">The quantity that is set.</param>
/// <param name="Value">Its value.</param>
public sealed record Setting<T>(Quantity<T> Quantity, T Value) : Setting
    where T : notnull
{
    /// <inheritdoc/>
    public override Quantity Of => Quantity;

    /// <inheritdoc/>
    public override Observation Observe(ObservationSource source) => new Observation<T>(Quantity, Value, source);
}

namespace Fathom.Records.Reports.Svg;

/// <summary>Maps values to positions on an axis and provides its ticks. Immutable.</summary>
/// <param name="Start">Start of the axis, in pixels.</param>
/// <param name="End">End of the axis, in pixels; less than <paramref name="Start"/> on a vertical axis.</param>
internal abstract record Scale(double Start, double End)
{
    public abstract IReadOnlyList<Tick> Ticks { get; }

    /// <summary>Returns the position of a value, in pixels. Values outside the scale are at its ends.</summary>
    public double At(double value) => Start + (Math.Clamp(Fraction(value), 0, 1) * (End - Start));

    /// <summary>Returns whether a value is within the scale.</summary>
    public bool Reaches(double value) => Fraction(value) is >= 0 and <= 1;

    /// <summary>Returns the relative position of a value: 0 at the start of the axis, 1 at its end.</summary>
    protected abstract double Fraction(double value);
}

/// <summary>A tick of an axis.</summary>
/// <param name="Value">The value.</param>
/// <param name="Label">The label.</param>
internal sealed record Tick(double Value, string Label);

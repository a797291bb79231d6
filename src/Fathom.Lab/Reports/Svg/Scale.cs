namespace Fathom.Lab.Reports.Svg;

/// <summary>Maps values to places on an axis, and knows where its ticks stand. Immutable.</summary>
/// <param name="Start">Where the axis begins, in pixels.</param>
/// <param name="End">Where it ends; less than <paramref name="Start"/> on an axis that runs upwards.</param>
internal abstract record Scale(double Start, double End)
{
    public abstract IReadOnlyList<Tick> Ticks { get; }

    /// <summary>The place of a value in pixels; values beyond the ends stand at the ends.</summary>
    public double At(double value) => Start + (Math.Clamp(Fraction(value), 0, 1) * (End - Start));

    /// <summary>Whether a value lies between the ends.</summary>
    public bool Reaches(double value) => Fraction(value) is >= 0 and <= 1;

    /// <summary>0 at the start of the axis, 1 at its end.</summary>
    protected abstract double Fraction(double value);
}

/// <summary>A mark on an axis.</summary>
/// <param name="Value">The value it stands for.</param>
/// <param name="Label">Its text.</param>
internal sealed record Tick(double Value, string Label);

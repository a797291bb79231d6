namespace Fathom.Records.Reports.Svg;

/// <summary>A scale of quantiles with equal distances between 0, 90 %, 99 % and 99.9 %.</summary>
internal sealed record NinesScale : Scale
{
    private static readonly Tick[] All =
        [new(0, "0"), new(0.5, "50 %"), new(0.9, "90 %"), new(0.99, "99 %"), new(0.999, "99.9 %"), new(0.9999, "99.99 %"),
            new(0.99999, "99.999 %")];

    private readonly double _nines;

    /// <summary>Creates a scale.</summary>
    /// <param name="count">Number of values of the distribution. The scale ends at the highest quantile that they can resolve.</param>
    /// <param name="start">Start of the axis, in pixels.</param>
    /// <param name="end">End of the axis, in pixels.</param>
    public NinesScale(long count, double start, double end)
        : base(start, end)
    {
        _nines = Math.Log10(Math.Max(count, 9) + 1);
        Ticks = [.. All.Where(t => Nines(t.Value) <= _nines)];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    protected override double Fraction(double value) => value >= 1 ? 1 : Nines(value) / _nines;

    private static double Nines(double quantile) => -Math.Log10(1 - quantile);
}

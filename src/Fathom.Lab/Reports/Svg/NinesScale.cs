namespace Fathom.Lab.Reports.Svg;

/// <summary>A scale of quantiles that gives each further nine the same room: 0, 90 %, 99 %, 99.9 % stand evenly apart.</summary>
internal sealed record NinesScale : Scale
{
    private static readonly Tick[] All =
        [new(0, "0"), new(0.5, "50 %"), new(0.9, "90 %"), new(0.99, "99 %"), new(0.999, "99.9 %"), new(0.9999, "99.99 %"),
            new(0.99999, "99.999 %")];

    private readonly double _nines;

    /// <param name="count">Of how many values the quantiles are: the scale ends at the last one they can tell.</param>
    /// <param name="start">See <see cref="Scale"/>.</param>
    /// <param name="end">See <see cref="Scale"/>.</param>
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

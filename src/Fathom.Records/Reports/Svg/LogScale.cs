using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>A logarithmic scale over whole decades, or, when it is tight, with ends at 1, 2 or 5 times a power of ten. Scales of up to two
/// decades also have ticks at 2 and 5.</summary>
internal sealed record LogScale : Scale
{
    private const int FewDecades = 2;
    private const double Rounding = 1e-9;

    private static readonly double[] Steps = [1, 2, 5];

    private readonly double _low;
    private readonly double _high;

    /// <summary>Creates a scale.</summary>
    /// <param name="low">Lowest value to show, above 0.</param>
    /// <param name="high">Highest value to show.</param>
    /// <param name="start">Start of the axis, in pixels.</param>
    /// <param name="end">End of the axis, in pixels.</param>
    /// <param name="label">Returns the label of a tick; null for the plain figure.</param>
    /// <param name="isTight">Whether the scale can start and end within a decade.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="low"/> is not positive.</exception>
    public LogScale(double low, double high, double start, double end, Func<double, string>? label = null, bool isTight = false)
        : base(start, end)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(low);
        var (first, last) = ((int)Math.Floor(Math.Log10(low)),
            Math.Max((int)Math.Floor(Math.Log10(low)) + 1, (int)Math.Ceiling(Math.Log10(high))));
        var all = Enumerable.Range(first, last - first + 1).SelectMany(d => Steps.Select(s => s * Math.Pow(10, d)))
            .Where(v => Math.Log10(v) <= last + Rounding).ToList();
        (_low, _high) = isTight
            ? (Math.Log10(all.Last(v => v <= low * (1 + Rounding))),
                Math.Log10(all.First(v => v > low * (1 + Rounding) && v >= high * (1 - Rounding))))
            : (first, last);
        var everyStep = _high - _low <= FewDecades;
        Ticks = [.. all.Where(v => Math.Log10(v) >= _low - Rounding && Math.Log10(v) <= _high + Rounding && (everyStep || IsDecade(v)))
            .Select(v => new Tick(v, (label ?? Figure.Show)(v)))];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    protected override double Fraction(double value) => value <= 0 ? double.NegativeInfinity : (Math.Log10(value) - _low) / (_high - _low);

    private static bool IsDecade(double value) => Math.Abs(Math.Log10(value) - Math.Round(Math.Log10(value))) < Rounding;
}

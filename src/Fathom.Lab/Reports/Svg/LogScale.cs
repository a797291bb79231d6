using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>A logarithmic scale of whole decades, or one that ends at 1, 2 or 5 of a decade; with few decades, ticks at 2 and 5 as
/// well.</summary>
internal sealed record LogScale : Scale
{
    private const int FewDecades = 2;
    private const double Rounding = 1e-9;

    private static readonly double[] Steps = [1, 2, 5];

    private readonly double _low;
    private readonly double _high;

    /// <param name="low">Lowest value shown, above 0.</param>
    /// <param name="high">Highest value shown.</param>
    /// <param name="start">See <see cref="Scale"/>.</param>
    /// <param name="end">See <see cref="Scale"/>.</param>
    /// <param name="label">Text of a tick; the plain figure if not given.</param>
    /// <param name="isTight">Whether it may end within a decade.</param>
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

using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>A logarithmic scale of whole decades; with few of them, ticks at 2 and 5 as well.</summary>
internal sealed record LogScale : Scale
{
    private const int FewDecades = 2;

    private readonly double _low;
    private readonly double _high;

    /// <param name="low">Lowest value shown, above 0.</param>
    /// <param name="high">Highest value shown.</param>
    /// <param name="start">See <see cref="Scale"/>.</param>
    /// <param name="end">See <see cref="Scale"/>.</param>
    /// <param name="label">Text of a tick; the plain figure if not given.</param>
    public LogScale(double low, double high, double start, double end, Func<double, string>? label = null)
        : base(start, end)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(low);
        _low = Math.Floor(Math.Log10(low));
        _high = Math.Max(_low + 1, Math.Ceiling(Math.Log10(high)));
        double[] steps = _high - _low <= FewDecades ? [1, 2, 5] : [1];
        Ticks = [.. Enumerable.Range((int)_low, (int)(_high - _low) + 1).SelectMany(d => steps.Select(s => s * Math.Pow(10, d)))
            .Where(v => Math.Log10(v) <= _high + 1e-9).Select(v => new Tick(v, (label ?? Figure.Show)(v)))];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    protected override double Fraction(double value) => value <= 0 ? 0 : (Math.Log10(value) - _low) / (_high - _low);
}

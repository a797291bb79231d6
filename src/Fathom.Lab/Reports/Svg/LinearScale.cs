using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports.Svg;

/// <summary>A linear scale from 0, or from the lowest value when it is negative, with ticks at multiples of 1, 2 or 5.</summary>
internal sealed record LinearScale : Scale
{
    private static readonly double[] NiceSteps = [1, 2, 5, 10];

    private readonly double _low;
    private readonly double _high;

    /// <summary>Creates a scale.</summary>
    /// <param name="low">Lowest value to show.</param>
    /// <param name="high">Highest value to show. The scale ends at the next tick.</param>
    /// <param name="start">Start of the axis, in pixels.</param>
    /// <param name="end">End of the axis, in pixels.</param>
    /// <param name="ticks">Approximate number of tick intervals.</param>
    public LinearScale(double low, double high, double start, double end, int ticks = 5)
        : base(start, end)
    {
        low = Math.Min(0, low);
        high = high > low ? high : low + 1;
        var step = NiceStep((high - low) / ticks);
        var (first, last) = (Math.Floor(low / step), Math.Ceiling(high / step));
        (_low, _high) = (first * step, last * step);
        Ticks = [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => (first + i) * step).Select(v => new Tick(v, Figure.Show(v)))];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    protected override double Fraction(double value) => (value - _low) / (_high - _low);

    private static double NiceStep(double raw)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(raw)));
        return decade * NiceSteps.First(f => f * decade >= raw * 0.999);
    }
}

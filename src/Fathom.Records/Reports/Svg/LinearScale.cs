using System.Globalization;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Svg;

/// <summary>A linear scale with ticks at multiples of 1, 2 or 5. It starts at 0, or at the lowest value when that is negative; a fitted one
/// starts at the tick below its lowest value, so that its points fill it. An open one ends at its highest value, which need not be a
/// tick.</summary>
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
    /// <param name="isOpen">Whether the scale ends at <paramref name="high"/> instead of the next tick.</param>
    /// <param name="isFitted">Whether the scale can start above 0. Only for points and lines: the length of a bar counts from 0.</param>
    public LinearScale(double low, double high, double start, double end, int ticks = 5, bool isFitted = false,
        bool isOpen = false)
        : base(start, end)
    {
        low = isFitted ? low : Math.Min(0, low);
        high = high > low ? high : low + Math.Max(Math.Abs(low) / 10, low == 0 ? 1 : 0);
        var step = NiceStep((high - low) / ticks);
        var (first, last) = (Math.Floor((low / step) + Tolerance), Math.Ceiling((high / step) - Tolerance));
        if (isOpen)
        {
            last = Math.Floor((high / step) + Tolerance);
        }

        (_low, _high) = (first * step, isOpen ? high : last * step);
        var format = $"#,##0.{new string('#', Math.Max(0, -(int)Math.Floor(Math.Log10(step))))}";
        Ticks = [.. Enumerable.Range(0, (int)(last - first) + 1).Select(i => (first + i) * step)
            .Select(v => new Tick(v, Label(v, step, format)))];
    }

    public override IReadOnlyList<Tick> Ticks { get; }

    // Ends that are ticks but for their rounding add no interval.
    private const double Tolerance = 1e-9;

    /// <summary>Returns the same axis for values in another unit: ticks and labels stay, and values are multiplied first.</summary>
    /// <param name="factor">The unit of the values in that of the labels.</param>
    /// <param name="unit">What follows each label but 0; empty where the axis has a label with the unit.</param>
    public Scale In(double factor, string unit = "") => new RescaledScale(this, factor, unit);

    protected override double Fraction(double value) => (value - _low) / (_high - _low);

    // All digits that the step has: neighbouring ticks differ in them. Beyond a million or below a thousandth, as figures are shown.
    private static string Label(double value, double step, string format) => step is >= 1e6 or < 1e-3
        ? Figure.Show(value)
        : value.ToString(format, CultureInfo.InvariantCulture);

    private static double NiceStep(double raw)
    {
        var decade = Math.Pow(10, Math.Floor(Math.Log10(raw)));
        return decade * NiceSteps.First(f => f * decade >= raw * 0.999);
    }
}

/// <summary>A scale whose labels are in another unit than its values.</summary>
/// <param name="Labels">The scale of the labels.</param>
/// <param name="Factor">The unit of the values in that of the labels.</param>
/// <param name="Unit">What follows each label but 0.</param>
internal sealed record RescaledScale(LinearScale Labels, double Factor, string Unit) : Scale(Labels.Start, Labels.End)
{
    public override IReadOnlyList<Tick> Ticks { get; } = 
    [
        .. Labels.Ticks.Select(t => new Tick(t.Value / Factor, t.Value == 0 ? t.Label : $"{t.Label} {Unit}".TrimEnd())),
    ];

    protected override double Fraction(double value) =>
        Labels.Start == Labels.End ? 0 : (Labels.At(value * Factor) - Labels.Start) / (Labels.End - Labels.Start);
}

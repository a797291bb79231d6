using System.Globalization;

namespace Fathom.Lab.Reports.Html;

/// <summary>
/// How a figure is shown: 4 significant digits below 1000, whole from there on. Wherever that is not the whole value, the element
/// carries it as <c>data-v</c> (several figures: separated by a space), so that every figure of a record is on the page.
/// </summary>
internal static class Figure
{
    public const string Missing = "\u2013";

    public static string Show(double value)
    {
        var size = Math.Abs(value);
        return size switch
        {
            0 => "0",
            >= 1e15 or < 1e-4 => value.ToString("0.###e0", CultureInfo.InvariantCulture),
            >= 999.95 => value.ToString("#,##0", CultureInfo.InvariantCulture),
            _ => value.ToString("0." + new string('#', 3 - (int)Math.Floor(Math.Log10(size))), CultureInfo.InvariantCulture),
        };
    }

    /// <summary>The whole value, as short as it reads back the same.</summary>
    public static string Exact(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    /// <summary>The <c>data-v</c> of figures, or null where all are shown whole.</summary>
    public static string? Data(params ReadOnlySpan<double> values)
    {
        var exact = new List<string>();
        var rounded = false;
        foreach (var value in values)
        {
            exact.Add(Exact(value));
            rounded |= Show(value) != exact[^1];
        }

        return rounded ? string.Join(' ', exact) : null;
    }

    /// <summary>A unit as a reader expects it.</summary>
    public static string Unit(string unit) => unit switch
    {
        "us" => "\u00b5s",
        "mbit" => "Mbit/s",
        "count" => "",
        _ => unit,
    };

    /// <summary>A figure with its unit.</summary>
    public static string WithUnit(double value, string unit) => $"{Show(value)} {Unit(unit)}".TrimEnd();

    /// <summary>An interval, rounded.</summary>
    public static string Interval(double low, double high) => $"{Show(low)} \u2013 {Show(high)}";
}

using System.Globalization;

namespace Fathom.Lab.Reports.Html;

/// <summary>
/// Formats figures: 4 significant digits below 1,000, whole numbers from 1,000. An element with a rounded figure has the exact value in its
/// <c>data-v</c> attribute (several values are separated by spaces), so that the page contains every figure of a record.
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

    /// <summary>Returns the shortest text that parses to the same value.</summary>
    public static string Exact(double value) => value.ToString("R", CultureInfo.InvariantCulture);

    /// <summary>Returns the <c>data-v</c> attribute of figures, or null when none is rounded.</summary>
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

    /// <summary>Returns the notation of a unit for readers.</summary>
    public static string Unit(string unit) => unit switch
    {
        "us" => "\u00b5s",
        "mbit" => "Mbit/s",
        "count" => "",
        _ => unit,
    };

    /// <summary>Returns a figure with its unit.</summary>
    public static string WithUnit(double value, string unit) => $"{Show(value)} {Unit(unit)}".TrimEnd();

    /// <summary>Returns a rounded interval.</summary>
    public static string Interval(double low, double high) => $"{Show(low)} \u2013 {Show(high)}";
}

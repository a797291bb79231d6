using System.Globalization;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Html;

/// <summary>
/// Formats figures of the page as <see cref="Amount"/> does. An element with a rounded or rescaled figure has the exact value, in the unit
/// of the record, in its <c>data-v</c> attribute (several values are separated by spaces), so that the page has every figure of a record.
/// </summary>
internal static class Figure
{
    public const string Missing = "\u2013";

    public static string Show(double value) => Amount.Number(value);

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

    /// <summary>Returns the <c>data-v</c> attribute of figures that are shown in a unit that fits. Never null: the shown unit can differ
    /// from the record's.</summary>
    public static string DataOfAmounts(params ReadOnlySpan<double> values)
    {
        var exact = new List<string>();
        foreach (var value in values)
        {
            exact.Add(Exact(value));
        }

        return string.Join(' ', exact);
    }

    /// <summary>Returns the notation of a unit for readers.</summary>
    public static string Unit(string unit) => unit switch
    {
        "us" => "\u00b5s",
        "mbit" => "Mbit/s",
        "1/s" => "a second",
        "count" => "",
        _ => unit,
    };

    /// <summary>Returns a figure in a unit that fits.</summary>
    public static string WithUnit(double value, string unit) => Amount.Show(value, unit);

    /// <summary>Returns an interval without its unit.</summary>
    public static string Interval(double low, double high) => Amount.Range(low, high, "");
}

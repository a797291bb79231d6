using System.Globalization;

namespace Fathom.Records.Words;

/// <summary>Figures as people hold them: three significant digits, in a unit of the right size, such as <c>9.93 s</c> for
/// 9,933 ms.</summary>
public static class Amount
{
    private static readonly (double From, string Unit)[] Times = [(1, "s"), (1e-3, "ms"), (1e-6, "\u00b5s"), (0, "ns")];

    private static readonly (double From, string Unit)[] Sizes = [(1e9, "GB"), (1e6, "MB"), (1e3, "kB"), (0, "bytes")];

    private static readonly (double From, string Unit)[] Rates = [(1e9, "Gbit/s"), (1e6, "Mbit/s"), (0, "kbit/s")];

    /// <summary>Returns a figure with its unit.</summary>
    /// <param name="value">The figure.</param>
    /// <param name="unit">Its unit as in records: <c>ms</c>, <c>us</c>, <c>bytes</c>, <c>count</c>, <c>1/s</c> ...</param>
    public static string Show(double value, string unit)
    {
        var (factor, shown) = ScaleOf(Math.Abs(value), unit);
        return Join(Number(value * factor), shown);
    }

    /// <summary>Returns a range. Both ends have the unit of the larger one.</summary>
    /// <param name="low">Lower end.</param>
    /// <param name="high">Upper end.</param>
    /// <param name="unit">Unit of both, as in records.</param>
    /// <param name="to">What stands between the ends.</param>
    public static string Range(double low, double high, string unit, string to = " \u2013 ")
    {
        var (factor, shown) = ScaleOf(Math.Max(Math.Abs(low), Math.Abs(high)), unit);
        return Join($"{Number(low * factor)}{to}{Number(high * factor)}", shown);
    }

    /// <summary>Returns a number with three significant digits, and with separators from 1,000 on.</summary>
    public static string Number(double value)
    {
        var size = Math.Abs(value);
        if (size is 0 or double.PositiveInfinity || double.IsNaN(size))
        {
            return value.ToString(CultureInfo.InvariantCulture);
        }

        if (size is >= 1e15 or < 1e-4)
        {
            return value.ToString("0.##e0", CultureInfo.InvariantCulture);
        }

        var step = Math.Pow(10, Math.Floor(Math.Log10(size)) - 2);
        var rounded = (decimal)(Math.Round(value / step) * step);
        return step >= 1
            ? rounded.ToString("#,0", CultureInfo.InvariantCulture)
            : rounded.ToString("0.############", CultureInfo.InvariantCulture);
    }

    /// <summary>Returns by what a figure is multiplied to be shown, and the unit that it then has.</summary>
    internal static (double Factor, string Unit) ScaleOf(double size, string unit) => unit switch
    {
        "s" => Scaled(Times, size, 1),
        "ms" => Scaled(Times, size, 1e-3),
        "us" => Scaled(Times, size, 1e-6),
        "bytes" => Scaled(Sizes, size, 1),
        "mbit" or "Mbit/s" => Scaled(Rates, size, 1e6),
        "1/s" => (1, "a second"),
        "count" => (1, ""),
        _ => (1, unit),
    };

    // A figure that rounds to the next unit is shown in that unit: 999.9 ms is 1 s.
    private static (double Factor, string Unit) Scaled((double From, string Unit)[] units, double size, double factor)
    {
        var inBase = size * factor;
        var (from, unit) = size == 0 ? units.First(u => u.From <= factor) : units.First(u => inBase >= u.From * 0.9995);
        return (factor / (from == 0 ? Smallest(units) : from), unit);
    }

    private static double Smallest((double From, string Unit)[] units) => units switch
    {
        _ when units == Times => 1e-9,
        _ when units == Rates => 1e3,
        _ => 1,
    };

    private static string Join(string number, string unit) =>
        unit.Length == 0 ? number : unit == "%" ? $"{number} %" : $"{number} {unit}";
}

using System.Globalization;

namespace Fathom.Lab.Observations;

/// <summary>Figures as sentences show them: three significant digits and a unit that fits.</summary>
internal static class FigureText
{
    /// <summary>Milliseconds as <c>9.43 s</c>, <c>111 ms</c> or <c>0.42 ms</c>.</summary>
    public static string Duration(double milliseconds) => Math.Abs(milliseconds) switch
    {
        >= 1000 => Number(milliseconds / 1000) + " s",
        _ => Number(milliseconds) + " ms",
    };

    /// <summary>A number without a fraction, with all its digits: a known size, a count.</summary>
    public static string Whole(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);

    /// <summary>A number with three significant digits.</summary>
    public static string Number(double value)
    {
        if (value == 0)
        {
            return "0";
        }

        var step = Math.Pow(10, Math.Floor(Math.Log10(Math.Abs(value))) - 2);
        var rounded = (decimal)(Math.Round(value / step) * step);
        return step >= 1 ? rounded.ToString("#,0", CultureInfo.InvariantCulture)
            : rounded.ToString("0.############", CultureInfo.InvariantCulture);
    }
}

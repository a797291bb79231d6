using System.Globalization;

namespace Fathom.Lab.Findings;

/// <summary>Figures in sentences: three significant digits, a unit that fits.</summary>
internal static class Say
{
    /// <summary>Milliseconds as <c>9.43 s</c>, <c>111 ms</c> or <c>0.42 ms</c>.</summary>
    public static string Duration(double milliseconds) => Math.Abs(milliseconds) switch
    {
        >= 1000 => Number(milliseconds / 1000) + " s",
        _ => Number(milliseconds) + " ms",
    };

    /// <summary>A number with three significant digits.</summary>
    public static string Number(double value)
    {
        if (value == 0)
        {
            return "0";
        }

        var digits = Math.Max(0, 2 - (int)Math.Floor(Math.Log10(Math.Abs(value))));
        return Math.Round(value, Math.Min(digits, 15)).ToString(digits == 0 ? "#,0" : "0." + new string('#', digits), CultureInfo.InvariantCulture);
    }
}

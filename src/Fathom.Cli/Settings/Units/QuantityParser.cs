using System.Globalization;

namespace Fathom.Cli.Settings.Units;

/// <summary>Splits a number from its unit.</summary>
internal static class QuantityParser
{
    /// <summary>
    /// Splits <paramref name="text"/> into a plain decimal number and what follows it. The number has no sign, exponent or thousands
    /// separator: none of the quantities of a link is negative.
    /// </summary>
    public static bool TrySplit(ReadOnlySpan<char> text, out decimal number, out ReadOnlySpan<char> unit)
    {
        var digits = 0;
        while (digits < text.Length && (char.IsAsciiDigit(text[digits]) || text[digits] == '.'))
        {
            digits++;
        }

        unit = text[digits..];
        return decimal.TryParse(text[..digits], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out number);
    }

    /// <summary>number x scale as a whole number, or false where it does not fit.</summary>
    public static bool TryScale(decimal number, decimal scale, out long value)
    {
        value = 0;
        if (number > long.MaxValue / scale)
        {
            return false;
        }

        value = (long)decimal.Round(number * scale);
        return true;
    }

    /// <summary>A decimal without trailing zeros.</summary>
    public static string Text(decimal number) => number.ToString("0.############################", CultureInfo.InvariantCulture);
}

using System.Globalization;

namespace Fathom.Records;

/// <summary>A level that is a number with a unit, such as <c>50mbit</c> or <c>2%</c>.</summary>
/// <param name="Value">The number.</param>
/// <param name="Unit">Letters or a percent sign; can be empty.</param>
internal readonly record struct NumberedLevel(double Value, string Unit)
{
    /// <summary>The rate in Mbit/s, for a level such as <c>50mbit</c>; otherwise null.</summary>
    public double? Mbit => Unit == "mbit" ? Value : null;

    /// <summary>Parses a level. Returns null when it is not a number with a unit, such as <c>none</c> or <c>65535-fixed</c>.</summary>
    public static NumberedLevel? Read(string level)
    {
        var digits = level.TakeWhile(c => char.IsAsciiDigit(c) || c == '.').Count();
        var unit = level[digits..];
        return double.TryParse(level.AsSpan(0, digits), NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out var value)
            && (unit == "%" || unit.All(char.IsAsciiLetter))
                ? new(value, unit)
                : null;
    }
}

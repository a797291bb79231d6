using System.Globalization;

namespace Fathom.Lab.Results;

/// <summary>A factor's level that is a number with a unit, such as <c>50mbit</c> or <c>2%</c>.</summary>
/// <param name="Value">The number.</param>
/// <param name="Unit">Letters or a percent sign; may be empty.</param>
internal readonly record struct NumberedLevel(double Value, string Unit)
{
    /// <summary>Mbit/s, of the rate of a line such as <c>50mbit</c>; null of anything else.</summary>
    public double? Mbit => Unit == "mbit" ? Value : null;

    /// <summary>The number and unit of a level; null where it is something else, such as <c>none</c> or <c>65535-fixed</c>.</summary>
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

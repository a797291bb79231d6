using System.Globalization;
using System.Text.RegularExpressions;

namespace Fathom.Schema.Faults;

/// <summary>JSON as people read it. .NET writes characters beyond the Basic Multilingual Plane as pairs of escapes, whatever encoder is
/// set.</summary>
public static partial class ReadableJson
{
    /// <summary>The same JSON with emoji and other such characters as themselves.</summary>
    public static string Of(string json)
    {
        ArgumentNullException.ThrowIfNull(json);
        return json.Contains("\\uD", StringComparison.OrdinalIgnoreCase)
            ? Pair().Replace(json, match => $"{match.Groups[1].Value}{Unit(match.Groups[2])}{Unit(match.Groups[3])}") : json;
    }

    private static char Unit(Group digits) => (char)int.Parse(digits.ValueSpan, NumberStyles.HexNumber, CultureInfo.InvariantCulture);

    // An escape after an even number of backslashes: an odd one would escape the backslash.
    [GeneratedRegex(@"(?<!\\)((?:\\\\)*)\\u([dD][89abAB][0-9a-fA-F]{2})\\u([dD][c-fC-F][0-9a-fA-F]{2})")]
    private static partial Regex Pair();
}

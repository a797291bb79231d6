using System.Globalization;
using System.Text.Json;
using System.Text.RegularExpressions;

namespace Fathom.Records.Schemas;

/// <summary>Checks the keywords for a value itself, not for its items or members: const, enum, bounds, length and pattern.</summary>
internal static class ValueRules
{
    /// <summary>Returns, for each violated rule, what is accepted.</summary>
    public static IEnumerable<string> Broken(JsonElement schema, JsonElement value) =>
        Constants(schema, value).Concat(value.ValueKind switch
        {
            JsonValueKind.Number => Bounds(schema, value),
            JsonValueKind.String => Text(schema, value.GetString()!),
            _ => [],
        });

    private static IEnumerable<string> Constants(JsonElement schema, JsonElement value)
    {
        if (schema.TryGetProperty("const", out var constant) && !JsonElement.DeepEquals(constant, value))
        {
            yield return constant.GetRawText();
        }

        if (schema.TryGetProperty("enum", out var options) && !options.EnumerateArray().Any(o => JsonElement.DeepEquals(o, value)))
        {
            yield return string.Join(" or ", options.EnumerateArray().Select(o => o.GetRawText()));
        }
    }

    private static IEnumerable<string> Bounds(JsonElement schema, JsonElement value)
    {
        if (schema.TryGetProperty("minimum", out var minimum) && value.GetDouble() < minimum.GetDouble())
        {
            yield return $"at least {minimum.GetRawText()}";
        }

        if (schema.TryGetProperty("maximum", out var maximum) && value.GetDouble() > maximum.GetDouble())
        {
            yield return $"at most {maximum.GetRawText()}";
        }
    }

    private static IEnumerable<string> Text(JsonElement schema, string text)
    {
        if (schema.TryGetProperty("minLength", out var length) && text.EnumerateRunes().Count() < length.GetInt32())
        {
            yield return string.Create(CultureInfo.InvariantCulture, $"a text of at least {length.GetInt32()} character(s)");
        }

        if (schema.TryGetProperty("pattern", out var pattern) && !Regex.IsMatch(text, pattern.GetString()!, RegexOptions.CultureInvariant))
        {
            yield return $"a text that matches {pattern.GetString()}";
        }
    }
}

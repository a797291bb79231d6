using System.Text;
using System.Text.Json;

namespace Fathom.Records.Schemas;

/// <summary>The types of JSON Schema, and the text of values in error messages.</summary>
internal static class JsonTypes
{
    private const int MaxShown = 60;

    public static IReadOnlyList<string> All { get; } = ["object", "array", "string", "boolean", "number", "integer"];

    /// <summary>Returns whether <paramref name="value"/> has the given type.</summary>
    /// <param name="value">Any value.</param>
    /// <param name="type">One of <see cref="All"/>.</param>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="type"/> is not one of them.</exception>
    public static bool Is(JsonElement value, string type) => type switch
    {
        "object" => value.ValueKind == JsonValueKind.Object,
        "array" => value.ValueKind == JsonValueKind.Array,
        "string" => value.ValueKind == JsonValueKind.String,
        "boolean" => value.ValueKind is JsonValueKind.True or JsonValueKind.False,
        "number" => IsNumber(value),
        // In JSON Schema, 1.0 is an integer: the value decides, not the notation.
        "integer" => IsNumber(value) && double.IsInteger(value.GetDouble()),
        _ => throw new ArgumentOutOfRangeException(nameof(type), type, $"One of {string.Join(", ", All)}."),
    };

    public static string Name(string type) => type switch
    {
        "number" => "a finite number",
        "integer" => "a whole number",
        "object" or "array" => $"an {type}",
        "boolean" => "true or false",
        _ => $"a {type}",
    };

    /// <summary>Returns the JSON of a value, shortened to 60 characters, or the kind and size of an object or array.</summary>
    public static string Show(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => $"an object of {value.GetPropertyCount()} member(s)",
        JsonValueKind.Array => $"an array of {value.GetArrayLength()} item(s)",
        _ when value.GetRawText() is { Length: > MaxShown } text => text[..MaxShown] + "...",
        _ => value.GetRawText(),
    };

    public static JsonElement FromText(string text)
    {
        using var document = JsonDocument.Parse(Encoding.UTF8.GetBytes($"\"{JsonEncodedText.Encode(text)}\""));
        return document.RootElement.Clone();
    }

    // 1e999 is well-formed JSON and becomes infinite when parsed.
    private static bool IsNumber(JsonElement value) => value.ValueKind == JsonValueKind.Number && double.IsFinite(value.GetDouble());
}

using System.Text;
using System.Text.Json;

namespace Fathom.Lab.Results.Schemas;

/// <summary>The types of JSON Schema, and how a value is shown in an error.</summary>
internal static class JsonTypes
{
    private const int LongestShown = 60;

    public static IReadOnlyList<string> All { get; } = ["object", "array", "string", "boolean", "number", "integer"];

    /// <param name="value">Any value.</param>
    /// <param name="type">One of <see cref="All"/>.</param>
    public static bool Is(JsonElement value, string type) => type switch
    {
        "object" => value.ValueKind == JsonValueKind.Object,
        "array" => value.ValueKind == JsonValueKind.Array,
        "string" => value.ValueKind == JsonValueKind.String,
        "boolean" => value.ValueKind is JsonValueKind.True or JsonValueKind.False,
        "number" => IsNumber(value),
        // 1.0 is an integer in JSON Schema: it is the value that counts, not how it is written.
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

    /// <summary>The value as it stands, shortened; a container by its kind and size.</summary>
    public static string Show(JsonElement value) => value.ValueKind switch
    {
        JsonValueKind.Object => $"an object of {value.GetPropertyCount()} member(s)",
        JsonValueKind.Array => $"an array of {value.GetArrayLength()} item(s)",
        _ when value.GetRawText() is { Length: > LongestShown } text => text[..LongestShown] + "...",
        _ => value.GetRawText(),
    };

    public static JsonElement FromText(string text)
    {
        using var document = JsonDocument.Parse(Encoding.UTF8.GetBytes($"\"{JsonEncodedText.Encode(text)}\""));
        return document.RootElement.Clone();
    }

    // 1e999 is well-formed JSON, and infinite once read.
    private static bool IsNumber(JsonElement value) => value.ValueKind == JsonValueKind.Number && double.IsFinite(value.GetDouble());
}

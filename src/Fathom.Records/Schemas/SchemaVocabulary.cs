using System.Text.Json;

namespace Fathom.Records.Schemas;

/// <summary>Rejects schemas with keywords that <see cref="SchemaValidation"/> does not check.</summary>
internal sealed class SchemaVocabulary(JsonElement root)
{
    private static readonly string[] Annotations = ["$schema", "$id", "title", "description"];

    private static readonly string[] Assertions =
        ["const", "enum", "required", "minimum", "maximum", "minLength", "pattern", "minItems", "maxItems"];

    /// <summary>Checks the keywords of a schema and its subschemas.</summary>
    /// <param name="schema">The schema.</param>
    /// <param name="pointer">Its location (RFC 6901).</param>
    /// <exception cref="NotSupportedException">A keyword would not be checked.</exception>
    public void Check(JsonElement schema, string pointer)
    {
        if (schema.ValueKind != JsonValueKind.Object)
        {
            throw new NotSupportedException($"The schema at '{pointer}' is {schema.ValueKind}; accepted is an object.");
        }

        foreach (var keyword in schema.EnumerateObject())
        {
            var at = JsonPointer.Append(pointer, keyword.Name);
            switch (keyword.Name)
            {
                case "$defs" or "properties":
                    foreach (var child in keyword.Value.EnumerateObject())
                    {
                        Check(child.Value, JsonPointer.Append(at, child.Name));
                    }

                    break;
                case "items" or "propertyNames":
                case "additionalProperties" when keyword.Value.ValueKind == JsonValueKind.Object:
                    Check(keyword.Value, at);
                    break;
                case "additionalProperties" when keyword.Value.ValueKind == JsonValueKind.False:
                case "type" when keyword.Value.ValueKind == JsonValueKind.String && JsonTypes.All.Contains(keyword.Value.GetString()):
                    break;
                case "$ref" when JsonSchema.Resolve(root, keyword.Value.GetString()!) is not null:
                    break;
                default:
                    RequireSupported(keyword, at);
                    break;
            }
        }
    }

    private static void RequireSupported(JsonProperty keyword, string at)
    {
        if (!Annotations.Contains(keyword.Name) && !Assertions.Contains(keyword.Name))
        {
            throw new NotSupportedException(
                $"The schema uses '{keyword.Name}: {keyword.Value.GetRawText()}' at '{at}', which this validator does not check. "
                + $"Add it to {nameof(SchemaValidation)}, or use: $ref (to #/$defs/NAME), type (one of "
                + $"{string.Join(", ", JsonTypes.All)}), properties, additionalProperties (false or a schema), "
                + $"propertyNames, items, {string.Join(", ", Assertions)}.");
        }
    }
}

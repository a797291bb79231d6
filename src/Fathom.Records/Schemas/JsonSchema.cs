using System.Text.Json;

namespace Fathom.Records.Schemas;

/// <summary>
/// A JSON Schema (draft 2020-12), restricted to the keywords of <c>fathom.run/1</c>. A schema with any other keyword is rejected when it is
/// parsed, so that no rule is skipped silently. Immutable and thread-safe.
/// </summary>
public sealed class JsonSchema
{
    private readonly JsonElement _root;

    private JsonSchema(JsonElement root) => _root = root;

    /// <summary>Parses a schema.</summary>
    /// <param name="json">The text of the schema.</param>
    /// <exception cref="NotSupportedException">The schema uses a keyword, or a form of one, that is not checked.</exception>
    /// <exception cref="JsonException">The text is not JSON.</exception>
    public static JsonSchema Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        var root = document.RootElement.Clone();
        new SchemaVocabulary(root).Check(root, "");
        return new JsonSchema(root);
    }

    /// <summary>Returns all violations in <paramref name="document"/>, in document order; empty when it is valid.</summary>
    public IReadOnlyList<RecordProblem> Validate(JsonElement document)
    {
        var validation = new SchemaValidation(_root);
        validation.Apply(_root, document, "");
        return validation.Problems;
    }

    /// <summary>Returns the subschema for a reference of the form <c>#/$defs/NAME</c>, or null when there is none.</summary>
    internal static JsonElement? Resolve(JsonElement root, string reference)
    {
        const string Prefix = "#/$defs/";
        return reference.StartsWith(Prefix, StringComparison.Ordinal)
            && root.TryGetProperty("$defs", out var definitions)
            && definitions.TryGetProperty(reference[Prefix.Length..], out var definition)
                ? definition
                : null;
    }
}

using System.Text.Json;

namespace Fathom.Lab.Results.Schemas;

/// <summary>
/// A JSON Schema (draft 2020-12) restricted to the keywords that <c>fathom.run/1</c> uses. A schema with any other keyword is
/// refused when it is read, so that no rule is ever skipped in silence. Immutable; may be shared between threads.
/// </summary>
public sealed class JsonSchema
{
    private readonly JsonElement _root;

    private JsonSchema(JsonElement root) => _root = root;

    /// <summary>Reads a schema.</summary>
    /// <param name="json">The schema's text.</param>
    /// <exception cref="NotSupportedException">It uses a keyword, or a form of one, that is not checked here.</exception>
    /// <exception cref="JsonException">It is no JSON.</exception>
    public static JsonSchema Parse(string json)
    {
        using var document = JsonDocument.Parse(json);
        var root = document.RootElement.Clone();
        new SchemaVocabulary(root).Check(root, "");
        return new JsonSchema(root);
    }

    /// <summary>Every fault of <paramref name="document"/>, in document order; empty where it is valid.</summary>
    public IReadOnlyList<RecordProblem> Validate(JsonElement document)
    {
        var validation = new SchemaValidation(_root);
        validation.Apply(_root, document, "");
        return validation.Problems;
    }

    /// <summary>The subschema that a reference of the form <c>#/$defs/NAME</c> means.</summary>
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

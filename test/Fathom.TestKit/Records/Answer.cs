using System.Text.Json;
using Fathom.Records.Schemas;
using Shouldly;

namespace Fathom.TestKit.Records;

/// <summary>What a command writes with <c>--output json</c>.</summary>
public static class Answer
{
    private static readonly Dictionary<string, JsonSchema> Schemas = Repository.Files("*.schema.json")
        .ToDictionary(file => Path.GetFileName(file).Replace(".1.schema.json", "/1", StringComparison.Ordinal),
            file => JsonSchema.Parse(File.ReadAllText(file)));

    /// <summary>The one document on standard output, which has the schema that it names.</summary>
    public static JsonElement Read(string output, string schema)
    {
        var document = JsonElement.Parse(output);
        document.GetProperty("schema").GetString().ShouldBe(schema);
        Check(document, schema);
        return document;
    }

    /// <summary>Checks a document against a schema.</summary>
    public static void Check(JsonElement document, string schema) => Schemas[schema].Validate(document).ShouldBeEmpty();
}

using System.Text.Json;
using Fathom.Records.Schemas;

namespace Fathom.Records;

/// <summary>The JSON Schema of <see cref="RunRecord"/> that ships with Fathom.</summary>
public static class RunRecordSchema
{
    private const string Resource = "fathom.run.1.schema.json";

    private static readonly Lazy<JsonSchema> Schema = new(() => JsonSchema.Parse(EmbeddedText.Of(Resource)));

    /// <summary>The schema versions that this build reads.</summary>
    public static IReadOnlyList<string> Understood { get; } = [RunRecord.CurrentSchema];

    /// <summary>The schema <c>fathom.run/1</c>, JSON Schema draft 2020-12.</summary>
    public static string Text { get; } = EmbeddedText.Of(Resource);

    /// <summary>Returns every violation of the schema in <paramref name="record"/>.</summary>
    public static IReadOnlyList<RecordProblem> Validate(JsonElement record) => Schema.Value.Validate(record);
}

using System.Text.Json;
using Fathom.Records.Schemas;

namespace Fathom.Records.Loads;

/// <summary>Serializes, checks and reads records of load. Every record is checked against the schema that ships with Fathom.</summary>
public static class LoadRecordJson
{
    private const string Resource = "fathom.load.1.schema.json";

    /// <summary>The schema <c>fathom.load/1</c>, JSON Schema draft 2020-12.</summary>
    public static string SchemaText { get; } = EmbeddedText.Of(Resource);

    private static readonly Lazy<JsonSchema> Schema = new(() => JsonSchema.Parse(SchemaText));

    /// <summary>Returns the record as UTF-8 JSON.</summary>
    public static byte[] Serialize(LoadRecord record) =>
        JsonLayout.Indent(JsonSerializer.SerializeToUtf8Bytes(record, LoadRecordContext.Default.LoadRecord), levels: 2);

    /// <summary>Writes a record and replaces the file atomically.</summary>
    /// <param name="path">The file. Its folder is created when it does not exist.</param>
    /// <param name="record">The record.</param>
    /// <exception cref="RunRecordException">The record is invalid, or the file cannot be written.</exception>
    public static void Write(string path, LoadRecord record)
    {
        var json = Serialize(record);
        Check(json, path, "This is a defect of Fathom: please report it with the lines above.");
        AtomicFile.Write(path, json, "the record");
    }

    /// <summary>Reads a record.</summary>
    /// <exception cref="RunRecordException">The file cannot be read, or is no record of load.</exception>
    public static LoadRecord Read(string path)
    {
        try
        {
            var json = File.ReadAllBytes(path);
            Check(json, path, "Give a file that 'fathom load' wrote, or run it again.");
            return JsonSerializer.Deserialize(json, LoadRecordContext.Default.LoadRecord)!;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new RunRecordException(path, $"cannot be read as a record of load: {e.Message}",
                "Give a file that 'fathom load' wrote, such as fathom-out/load.json.", inner: e);
        }
    }

    private static void Check(byte[] json, string path, string remedy)
    {
        using var document = JsonDocument.Parse(json);
        if (Schema.Value.Validate(document.RootElement) is { Count: > 0 } problems)
        {
            throw new RunRecordException(path, $"is no valid record ({LoadRecord.CurrentSchema}).", remedy, problems);
        }
    }
}

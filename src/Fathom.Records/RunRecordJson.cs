using System.Text;
using System.Text.Json;
using Fathom.Records.Schemas;

namespace Fathom.Records;

/// <summary>Serializes and deserializes run records. Does not access files.</summary>
public static class RunRecordJson
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <summary>
    /// Returns the record as UTF-8 JSON with a final newline, indented down to the members of a trial. A list of points or buckets is one
    /// line. An unpaired surrogate becomes U+FFFD. The record can be invalid; see <see cref="Check"/>.
    /// </summary>
    public static byte[] Serialize(RunRecord record) =>
        JsonLayout.Indent(JsonSerializer.SerializeToUtf8Bytes(record, RunRecordContext.Default.RunRecord), levels: 3);

    /// <summary>Returns records as one array, without a final newline.</summary>
    public static string SerializeAll(IEnumerable<RunRecord> records) =>
        $"[{string.Join(",\n", records.Select(r => Encoding.UTF8.GetString(Serialize(r)).TrimEnd()))}]";

    /// <summary>Returns all problems of a record: violations of the schema, or, when there are none, inconsistencies between its
    /// parts.</summary>
    /// <param name="record">The record.</param>
    /// <param name="json">Its JSON, as returned by <see cref="Serialize"/>.</param>
    public static IReadOnlyList<RecordProblem> Check(RunRecord record, ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json);
        var problems = RunRecordSchema.Validate(document.RootElement);
        return problems.Count > 0 ? problems : RunRecordRules.Check(record);
    }

    /// <summary>Reads a valid record.</summary>
    /// <param name="json">UTF-8, with or without a byte order mark.</param>
    /// <param name="file">The file name for error messages.</param>
    /// <exception cref="RunRecordException">The JSON is not a valid record of a schema that this build supports.</exception>
    public static RunRecord Deserialize(ReadOnlyMemory<byte> json, string file)
    {
        try
        {
            using var document = JsonDocument.Parse(json.Span.StartsWith("\uFEFF"u8) ? json[3..] : json, Strict);
            CheckVersion(document.RootElement, file);
            Refuse(RunRecordSchema.Validate(document.RootElement), file);
            var record = document.RootElement.Deserialize(RunRecordContext.Default.RunRecord)!;
            Refuse(RunRecordRules.Check(record), file);
            return FormerNames.Replaced(record);
        }
        catch (JsonException e)
        {
            throw new RunRecordException(file, $"is no JSON that a run record can be read from: {e.Message}",
                "Give a file that 'fathom run' wrote, or run the study again.", inner: e);
        }
    }

    private static void CheckVersion(JsonElement root, string file)
    {
        var understood = string.Join(", ", RunRecordSchema.Understood);
        if (root.ValueKind != JsonValueKind.Object || !root.TryGetProperty("schema", out var schema))
        {
            throw new RunRecordException(file, "is JSON without a member \"schema\" and therefore not a run record.",
                $"Give a file that 'fathom run' wrote; this build understands {understood}.");
        }

        if (schema.ValueKind != JsonValueKind.String || !RunRecordSchema.Understood.Contains(schema.GetString()))
        {
            throw new RunRecordException(file, $"/schema: found {JsonTypes.Show(schema)}; this build of Fathom understands {understood}.",
                "Use the version of Fathom that wrote the file, or run the study again.");
        }
    }

    private static void Refuse(IReadOnlyList<RecordProblem> problems, string file)
    {
        if (problems.Count > 0)
        {
            throw new RunRecordException(file, $"is not a valid record ({RunRecord.CurrentSchema}).",
                "The file was edited or truncated: run the study again.", problems);
        }
    }
}

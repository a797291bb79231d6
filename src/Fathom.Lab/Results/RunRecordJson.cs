using System.Text.Json;
using Fathom.Lab.Results.Schemas;

namespace Fathom.Lab.Results;

/// <summary>The run record as JSON, and back. Pure: no file is touched.</summary>
public static class RunRecordJson
{
    private static readonly JsonDocumentOptions Strict = new() { AllowDuplicateProperties = false };

    /// <summary>
    /// The record as UTF-8 JSON with a final newline, indented down to the members of a trial; a list of points or buckets is one line.
    /// Half a surrogate pair in a text becomes U+FFFD. The record may be invalid: see <see cref="Check"/>.
    /// </summary>
    public static byte[] Serialize(RunRecord record) =>
        JsonLayout.Indent(JsonSerializer.SerializeToUtf8Bytes(record, RunRecordContext.Default.RunRecord), levels: 3);

    /// <summary>Every fault of a record: what the schema refuses, else what does not hold between its parts.</summary>
    /// <param name="record">The record.</param>
    /// <param name="json">Its JSON, as <see cref="Serialize"/> gives it.</param>
    public static IReadOnlyList<RecordProblem> Check(RunRecord record, ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json);
        var problems = RunRecordSchema.Validate(document.RootElement);
        return problems.Count > 0 ? problems : RunRecordRules.Check(record);
    }

    /// <summary>Reads a record that is valid in every respect.</summary>
    /// <param name="json">UTF-8, with or without a byte order mark.</param>
    /// <param name="file">The name that errors give.</param>
    /// <exception cref="RunRecordException">It is no valid record of a schema that this build understands.</exception>
    public static RunRecord Deserialize(ReadOnlyMemory<byte> json, string file)
    {
        try
        {
            using var document = JsonDocument.Parse(json.Span.StartsWith("\uFEFF"u8) ? json[3..] : json, Strict);
            CheckVersion(document.RootElement, file);
            Refuse(RunRecordSchema.Validate(document.RootElement), file);
            var record = document.RootElement.Deserialize(RunRecordContext.Default.RunRecord)!;
            Refuse(RunRecordRules.Check(record), file);
            return record;
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
            throw new RunRecordException(file, "is JSON without a member \"schema\", so no run record.",
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
            throw new RunRecordException(file, $"is no valid record ({RunRecord.CurrentSchema}).",
                "It was changed by hand or cut short: run the study again.", problems);
        }
    }
}

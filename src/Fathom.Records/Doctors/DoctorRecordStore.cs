using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Records.Schemas;

namespace Fathom.Records.Doctors;

/// <summary>Writes and reads <c>doctor.json</c>. Has no state.</summary>
public static class DoctorRecordStore
{
    private const string Resource = "fathom.doctor.1.schema.json";

    private static readonly Lazy<JsonSchema> Rules = new(() => JsonSchema.Parse(EmbeddedText.Of(Resource)));

    /// <summary>The schema <c>fathom.doctor/1</c>, JSON Schema draft 2020-12.</summary>
    public static string Schema { get; } = EmbeddedText.Of(Resource);

    /// <summary>The record as UTF-8 JSON with a final newline.</summary>
    public static byte[] Serialize(DoctorRecord record) =>
        JsonLayout.Indent(JsonSerializer.SerializeToUtf8Bytes(record, DoctorRecordContext.Default.DoctorRecord), levels: 3);

    /// <summary>Every violation of the schema.</summary>
    public static IReadOnlyList<RecordProblem> Check(ReadOnlyMemory<byte> json)
    {
        using var document = JsonDocument.Parse(json);
        return Rules.Value.Validate(document.RootElement);
    }

    /// <summary>Checks a record and atomically replaces <c>FOLDER/doctor.json</c>. The folder is created when needed.</summary>
    /// <returns>The path of the file.</returns>
    /// <exception cref="RunRecordException">The record is invalid, or the folder cannot be written.</exception>
    public static string Write(string folder, DoctorRecord record)
    {
        var path = Path.Combine(folder, "doctor.json");
        var json = Serialize(record);
        if (Check(json) is { Count: > 0 } problems)
        {
            throw new RunRecordException(path, $"the verdict violates {DoctorRecord.CurrentSchema} and was not written.",
                "This is a defect of Fathom: please report it with the lines above.", problems);
        }

        RunRecordStore.WriteIn(folder, path, json);
        return path;
    }

    /// <summary>Reads a valid record.</summary>
    /// <exception cref="RunRecordException">The file cannot be read, or is no valid record.</exception>
    public static DoctorRecord Read(string path)
    {
        const string Advice = "Give a file that 'fathom doctor' wrote, or run it again.";
        try
        {
            var json = File.ReadAllBytes(path);
            return Check(json) is { Count: > 0 } problems
                ? throw new RunRecordException(path, $"is not a valid verdict ({DoctorRecord.CurrentSchema}).", Advice, problems)
                : JsonSerializer.Deserialize(json, DoctorRecordContext.Default.DoctorRecord)!;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or JsonException)
        {
            throw new RunRecordException(path, $"cannot be read: {e.Message}", Advice, inner: e);
        }
    }
}

/// <summary>The generated JSON serializer of the doctor's record.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.SnakeCaseLower,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    NumberHandling = JsonNumberHandling.AllowNamedFloatingPointLiterals,
    Converters = [typeof(UtcSecondsConverter), typeof(LowerCaseEnumConverter<FindingKind>), typeof(LowerCaseEnumConverter<ChangeKind>),
        typeof(LowerCaseEnumConverter<CauseFate>), typeof(LowerCaseEnumConverter<RivalFate>)])]
[JsonSerializable(typeof(DoctorRecord))]
internal sealed partial class DoctorRecordContext : JsonSerializerContext;

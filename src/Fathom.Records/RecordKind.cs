using System.Text.Json;
using Fathom.Records.Doctors;
using Fathom.Records.Loads;

namespace Fathom.Records;

/// <summary>What made a record.</summary>
public enum RecordKind
{
    /// <summary><c>fathom run</c>, and whatever is no record of the others.</summary>
    Study,

    /// <summary><c>fathom load</c>, or <c>fathom merge</c>.</summary>
    Load,

    /// <summary><c>fathom doctor</c>.</summary>
    Doctor,
}

/// <summary>Finds out what made a record. Has no state.</summary>
public static class RecordKinds
{
    /// <summary>What made a record, by the name of its schema. The record itself is not checked.</summary>
    /// <exception cref="RunRecordException">The file cannot be read.</exception>
    public static RecordKind Of(string path)
    {
        try
        {
            using var document = JsonDocument.Parse(File.ReadAllBytes(path));
            return document.RootElement.ValueKind == JsonValueKind.Object && document.RootElement.TryGetProperty("schema", out var schema)
                && schema.ValueKind == JsonValueKind.String ? Of(schema.GetString()!, path) : RecordKind.Study;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"cannot be read: {e.Message}",
                "Give the path of a record that 'fathom run', 'fathom load' or 'fathom doctor' wrote.", inner: e);
        }
        catch (JsonException)
        {
            // The reader of records says where.
            return RecordKind.Study;
        }
    }

    /// <summary>What a kind of record is of, in a few words.</summary>
    public static string Text(this RecordKind kind) => kind switch
    {
        RecordKind.Load => $"load ({LoadRecord.CurrentSchema})",
        RecordKind.Doctor => $"a doctor ({DoctorRecord.CurrentSchema})",
        _ => $"a study ({RunRecord.CurrentSchema})",
    };

    private static RecordKind Of(string schema, string path) => schema switch
    {
        LoadRecord.CurrentSchema => RecordKind.Load,
        DoctorRecord.CurrentSchema => RecordKind.Doctor,
        _ when schema.StartsWith("fathom.load/", StringComparison.Ordinal)
            || schema.StartsWith("fathom.doctor/", StringComparison.Ordinal) => throw new RunRecordException(path,
            $"/schema: found '{schema}'; this build of Fathom understands {LoadRecord.CurrentSchema} and {DoctorRecord.CurrentSchema}.",
            "Use the version of Fathom that wrote the file, or make it again."),
        _ => RecordKind.Study,
    };
}

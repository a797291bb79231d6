using System.Text.Encodings.Web;
using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.Records.Doctors;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>The changes between two records as one JSON object, for scripts.</summary>
[JsonSerializable(typeof(StudyChangesAnswer))]
[JsonSerializable(typeof(LoadChangesAnswer))]
[JsonSerializable(typeof(DoctorChange))]
internal sealed partial class ChangesJson : JsonSerializerContext
{
    private static readonly ChangesJson Indented = new(new JsonSerializerOptions
    {
        WriteIndented = true,
        Encoder = JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DictionaryKeyPolicy = null,
        Converters =
        {
            new JsonStringEnumConverter<ChangeKind>(JsonNamingPolicy.SnakeCaseLower),
            new JsonStringEnumConverter<CauseFate>(JsonNamingPolicy.SnakeCaseLower),
            new JsonStringEnumConverter<FindingKind>(JsonNamingPolicy.SnakeCaseLower),
        },
    });

    /// <summary>Returns the JSON text.</summary>
    public static string Write(RecordChanges changes) => JsonSerializer.Serialize(
        new StudyChangesAnswer(
            [
                .. changes.Metrics.Select(m => new StudyMetricAnswer(m.Before.Factors, m.Metric.Id, m.Metric.Unit,
                    m.Before.Metrics[m.Metric.Id].Value, m.After.Metrics[m.Metric.Id].Value, m.Ratio, m.Kind, m.Reason)),
            ],
            changes.OnlyBefore.Count, changes.OnlyAfter.Count, changes.CausesGone, changes.CausesNew, changes.CausesLeft, changes.Caveats),
        Indented.StudyChangesAnswer);

    /// <summary>Returns the JSON text of two records of load. A share has a difference, every other figure a ratio; neither where the
    /// record has the figure of the whole run alone.</summary>
    public static string Write(LoadChanges changes) => JsonSerializer.Serialize(
        new LoadChangesAnswer(
            [
                .. changes.Figures.Select(f => new LoadMetricAnswer(f.Figure, f.Unit, f.Before, f.After,
                    f.Figure == LoadChanges.Failed ? null : f.Change, f.Figure == LoadChanges.Failed ? f.Change : null, f.Kind, f.Reason)),
            ],
            changes.Failures.ToDictionary(f => f.Key, f => new FailureCounts(f.Value.Before, f.Value.After)), changes.Caveats),
        Indented.LoadChangesAnswer);

    /// <summary>Returns the JSON text of two verdicts, as a record has it under <c>against</c>.</summary>
    public static string Write(DoctorChange change) => JsonSerializer.Serialize(change, Indented.DoctorChange);
}

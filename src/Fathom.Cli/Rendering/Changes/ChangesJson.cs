using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Lab.Changes;
using Fathom.Lab.Results.Doctors;

namespace Fathom.Cli.Rendering.Changes;

/// <summary>The changes between two records as one JSON object, for scripts.</summary>
internal static class ChangesJson
{
    private static readonly JsonSerializerOptions Indented = new()
    {
        WriteIndented = true,
        Encoder = System.Text.Encodings.Web.JavaScriptEncoder.UnsafeRelaxedJsonEscaping,
        PropertyNamingPolicy = JsonNamingPolicy.SnakeCaseLower,
        DictionaryKeyPolicy = null,
        Converters = { new JsonStringEnumConverter(JsonNamingPolicy.SnakeCaseLower) },
    };

    /// <summary>Returns the JSON text.</summary>
    public static string Write(RecordChanges changes) => JsonSerializer.Serialize(
        new
        {
            Metrics = changes.Metrics.Select(m => new
            {
                m.Before.Factors,
                Metric = m.Metric.Id,
                m.Metric.Unit,
                Before = m.Before.Metrics[m.Metric.Id].Value,
                After = m.After.Metrics[m.Metric.Id].Value,
                m.Ratio,
                Verdict = m.Kind,
                m.Reason,
            }),
            OnlyBefore = changes.OnlyBefore.Count,
            OnlyAfter = changes.OnlyAfter.Count,
            changes.CausesGone,
            changes.CausesNew,
            changes.CausesLeft,
            changes.Caveats,
        },
        Indented);

    /// <summary>Returns the JSON text of two records of load. A share has a difference, every other figure a ratio; neither where the
    /// record has the figure of the whole run alone.</summary>
    public static string Write(LoadChanges changes) => JsonSerializer.Serialize(
        new
        {
            Metrics = changes.Figures.Select(f => new
            {
                Metric = f.Figure,
                f.Unit,
                f.Before,
                f.After,
                Ratio = f.Figure == LoadChanges.Failed ? null : f.Change,
                Difference = f.Figure == LoadChanges.Failed ? f.Change : null,
                Verdict = f.Kind,
                f.Reason,
            }),
            Failures = changes.Failures.ToDictionary(f => f.Key, f => new { f.Value.Before, f.Value.After }),
            changes.Caveats,
        },
        Indented);

    /// <summary>Returns the JSON text of two verdicts, as a record has it under <c>against</c>.</summary>
    public static string Write(DoctorChange change) => JsonSerializer.Serialize(change, Indented);
}

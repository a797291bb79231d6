using System.Text.Json;
using System.Text.Json.Serialization;
using Fathom.Lab.Changes;

namespace Fathom.Cli.Rendering;

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
                Ratio = new { m.Ratio.Value, m.Ratio.Low, m.Ratio.High, m.Ratio.Confidence, m.Ratio.RangeOf },
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
}

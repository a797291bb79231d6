using Fathom.Diagnosis.Observations;
using Fathom.Records;

namespace Fathom.Studies;

/// <summary>A metric of a study: declared once, and named by tables, pictures and comparisons through this value.</summary>
/// <param name="Info">Id, unit, direction and words.</param>
/// <param name="Read">The value from the figures of a replicate's processes; null where this replicate has none.</param>
public sealed record Metric(MetricInfo Info, Func<ReplicateFigures, double?> Read)
{
    /// <summary>Id in records.</summary>
    public string Id => Info.Id;

    /// <summary>The quantity that the metric observes; null where no cause reads it.</summary>
    public Quantity<double>? Observes { get; init; }

    /// <summary>The process that it is a metric of, where the server has several; null for the whole.</summary>
    public string? Process { get; init; }

    /// <summary>Whether the figures come from the link's packets instead of the processes.</summary>
    public bool IsFromPackets { get; init; }

    /// <summary>The combinations of which the metric can be measured; null for all.</summary>
    public Func<FactorLevels, bool>? MeasuredOf { get; init; }

    /// <summary>Whether some trial can have the metric. A record declares no others.</summary>
    /// <param name="trials">The trials of a plan.</param>
    public bool IsMeasuredIn(IEnumerable<TrialPlan> trials) => trials.Any(t =>
        MeasuredOf?.Invoke(t.Levels) != false && (!IsFromPackets || t.Setup is { Link: not null, ReadsPackets: true }));

    /// <summary>The metric's value of a trial as an observation; null where it was not measured, or no cause reads it.</summary>
    /// <param name="trial">A trial of a record that declares this metric.</param>
    public Observation? Observe(TrialResult trial) =>
        Observes is null || !trial.Metrics.TryGetValue(Id, out var value) ? null
            : new Observation<double>(Observes, value.Value,
                IsFromPackets ? new ObservationSource.PacketTrace(Id) : new ObservationSource.Replicates(Id))
            {
                Interval = new(value.Value, value.Low, value.High) { Confidence = value.Confidence, RangeOf = value.RangeOf },
                Process = Process,
                Samples = trial.Replicates.SamplesOf(Id),
            };
}

using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.Statistics;

namespace Fathom.Studies;

/// <summary>A record in the terms of its study: levels, metrics and evidence instead of names. Immutable.</summary>
public sealed class MeasuredStudy
{
    private readonly IReadOnlyList<Finding> _findings;

    private MeasuredStudy(IReadOnlyList<MeasuredTrial> trials, IReadOnlyList<Finding> findings) => (Trials, _findings) = (trials, findings);

    /// <summary>The trials, in the order of the record.</summary>
    public IReadOnlyList<MeasuredTrial> Trials { get; }

    /// <summary>Reads a record.</summary>
    /// <param name="study">The study whose record it is.</param>
    /// <param name="record">May hold levels and metrics that the study no longer has; they mean nothing then.</param>
    public static MeasuredStudy Of(StudySpec study, RunRecord record)
    {
        var factors = study.Factors(Enum.Parse<Profile>(record.Profile, ignoreCase: true));
        return new([.. record.Trials.Select(t => new MeasuredTrial(LevelsOf(factors, t), t, study.Metrics))], record.Findings);
    }

    /// <summary>The findings and hints of a cause, each with its baseline and counterfactual; those without a pair are left out.</summary>
    /// <param name="cause">Id of the cause.</param>
    public IEnumerable<MeasuredFinding> Of(string cause) =>
    [
        .. from finding in _findings
           where finding.Id == cause && finding.Pair is not null
           select new MeasuredFinding(finding, finding.Pair!, Trial(finding.Pair!.Baseline), Trial(finding.Pair!.Counterfactual)),
    ];

    /// <summary>The ids of the causes that were found or suspected, each once.</summary>
    public IEnumerable<string> Causes => _findings.Select(f => f.Id).Distinct();

    /// <summary>The trial of that id.</summary>
    /// <exception cref="InvalidOperationException">There is no such trial.</exception>
    public MeasuredTrial Trial(string id) => Trials.First(t => t.Result.Id == id);

    private static FactorLevels LevelsOf(IReadOnlyList<FactorSpec> factors, TrialResult trial) => new(
        from spec in factors
        let level = trial.Factors.TryGetValue(spec.Name, out var name) ? spec.Factor.Find(name) : null
        where level is not null
        select level);
}

/// <summary>A trial of a record in the terms of its study.</summary>
public sealed class MeasuredTrial
{
    internal MeasuredTrial(FactorLevels levels, TrialResult result, IReadOnlyList<Metric> metrics)
    {
        Levels = levels;
        Result = result;
        Evidence = new(result.Id, result.Factors,
        [
            .. levels.SelectMany(l => l.Observe()),
            .. metrics.Select(m => m.Observe(result)).OfType<Observation>(),
            Count(CallQuantities.Failed, result.Errors),
            Count(CallQuantities.ResourceExhausted, result.ErrorsByStatus.GetValueOrDefault("ResourceExhausted")),
        ]);
    }

    /// <summary>The quantities that are observed of every trial, whatever its study sets and measures.</summary>
    public static IReadOnlyList<Quantity> AlwaysObserved { get; } = [CallQuantities.Failed, CallQuantities.ResourceExhausted];

    /// <summary>The levels of the trial.</summary>
    public FactorLevels Levels { get; }

    /// <summary>The trial in the record.</summary>
    public TrialResult Result { get; }

    /// <summary>The observations of the trial.</summary>
    public Evidence Evidence { get; }

    /// <summary>The median of a metric; null where it was not measured.</summary>
    public double? Find(Metric metric) => Result.Metrics.GetValueOrDefault(metric.Id)?.Value;

    private static Observation<double> Count(Quantity<double> quantity, double count) =>
        new(quantity, count, new ObservationSource.Replicates("errors"));
}

/// <summary>A finding with the two trials it rests on.</summary>
/// <param name="Finding">The finding or hint.</param>
/// <param name="Pair">Its pair.</param>
/// <param name="Baseline">The trial that shows the effect.</param>
/// <param name="Counterfactual">The trial with one factor changed.</param>
public sealed record MeasuredFinding(Finding Finding, FindingPair Pair, MeasuredTrial Baseline, MeasuredTrial Counterfactual);

/// <summary>Replicates as the statistics take them.</summary>
internal static class ReplicateSamples
{
    /// <summary>The values of one metric with their blocks; replicates without it are left out.</summary>
    public static IReadOnlyList<Sample> SamplesOf(this IReadOnlyList<Replicate> replicates, string metric) =>
        [.. replicates.Where(r => r.Values.ContainsKey(metric)).Select(r => new Sample(r.Block, r.Values[metric]))];
}

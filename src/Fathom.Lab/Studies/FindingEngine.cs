using Fathom.Lab.Causes;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies;

/// <summary>Has a study's causes judge its comparisons.</summary>
public static class FindingEngine
{
    /// <summary>The findings of a record, in the order of the comparisons.</summary>
    /// <param name="study">The study, whose causes judge.</param>
    /// <param name="comparisons">The comparisons; all of them share the false findings allowed.</param>
    /// <param name="record">The trials measured.</param>
    public static IReadOnlyList<Finding> Judge(StudySpec study, IReadOnlyList<PlannedComparison> comparisons, RunRecord record)
    {
        var measured = MeasuredStudy.Of(study, record);
        var test = new DifferenceTest(Math.Max(1, comparisons.Count), record.Seed);
        var findings = new List<Finding>();
        foreach (var planned in comparisons)
        {
            var (baseline, counterfactual) = (measured.Trial(planned.Baseline), measured.Trial(planned.Counterfactual));
            if (ComparisonOf(study, planned, measured, test, record.Seed) is { } comparison
                && study.Causes.First(c => c.Id == planned.Cause).Judge(comparison) is { } diagnosis)
            {
                findings.Add(FindingOf(planned, comparison, diagnosis)
                    with { Caveats = [.. CaveatsOf(baseline.Result, counterfactual.Result)] });
            }
        }

        return findings;
    }

    // Null where one of the trials was not measured: a run may be interrupted.
    private static Comparison? ComparisonOf(
        StudySpec study, PlannedComparison planned, MeasuredStudy measured, DifferenceTest test, int seed)
    {
        var (baseline, counterfactual) = (measured.Trial(planned.Baseline), measured.Trial(planned.Counterfactual));
        if (study.Metrics.First(m => m.Id == planned.Metric).Observes is not { } quantity
            || !baseline.Evidence.Has(quantity) || !counterfactual.Evidence.Has(quantity))
        {
            return null;
        }

        var difference = test.Compare(
            baseline.Result.Replicates.SamplesOf(planned.Metric), counterfactual.Result.Replicates.SamplesOf(planned.Metric),
            $"{planned.Baseline} {planned.Counterfactual} {planned.Metric}");
        return new(baseline.Evidence, counterfactual.Evidence, ChangeOf(planned, baseline, counterfactual), quantity, difference, seed)
        {
            Trials = [.. measured.Trials.Select(t => t.Evidence)],
        };
    }

    private static Change ChangeOf(PlannedComparison planned, MeasuredTrial baseline, MeasuredTrial counterfactual) => new(
        planned.Factor,
        baseline.Result.Factors[planned.Factor],
        counterfactual.Result.Factors[planned.Factor],
        [.. baseline.Levels.Concat(counterfactual.Levels).Where(l => l.Factor.Name == planned.Factor)
            .SelectMany(l => l.Means).Select(m => m.Of).Distinct()]);

    private static Finding FindingOf(PlannedComparison planned, Comparison comparison, Diagnosis diagnosis) => new()
    {
        Id = planned.Cause,
        Kind = comparison.Difference.Supported ? FindingKind.Finding : FindingKind.Hint,
        Claim = diagnosis.Claim,
        Baseline = planned.Baseline,
        Counterfactual = planned.Counterfactual,
        Changed = new ChangedFactor(comparison.Change.Factor, comparison.Change.From, comparison.Change.To),
        Metric = planned.Metric,
        Ratio = comparison.Difference.Ratio,
        PValue = comparison.Difference.PValue,
        Model = diagnosis.Model,
        Fix = diagnosis.Fix,
    };

    private static IEnumerable<string> CaveatsOf(TrialResult a, TrialResult b)
    {
        if (a.Errors != b.Errors)
        {
            yield return $"Unlike error counts: {a.Errors} failed calls in {a.Id} ({a.Replicates.Count} replicates), {b.Errors} in "
                + $"{b.Id} ({b.Replicates.Count} replicates); a call that fails early is not slow.";
        }

        if (a.SideBySide != b.SideBySide)
        {
            var (beside, alone) = a.SideBySide ? (a, b) : (b, a);
            yield return $"{beside.Id} only waits and ran beside others of its kind, {alone.Id} ran alone.";
        }
    }
}

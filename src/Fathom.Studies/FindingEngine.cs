using Fathom.Diagnosis.Causes;
using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Studies;

/// <summary>Has a study's causes judge its comparisons.</summary>
public static class FindingEngine
{
    /// <summary>The findings of a record, in the order of the comparisons.</summary>
    /// <param name="study">The study, whose causes judge.</param>
    /// <param name="comparisons">All comparisons of the plan; they share the false findings allowed, measured or not.</param>
    /// <param name="record">The trials measured.</param>
    public static IReadOnlyList<Finding> Judge(StudySpec study, IReadOnlyList<PlannedComparison> comparisons, RunRecord record)
    {
        var measured = MeasuredStudy.Of(study, record);
        var differences = DifferenceTest.Judge([.. comparisons.Select(c => SamplesOf(c, measured))], record.Seed);
        var judged = comparisons.Zip(differences)
            .Select(c => (Planned: c.First, Of: ComparisonOf(study, c.First, measured, c.Second, record.Seed))).ToList();
        var all = judged.Select(j => j.Of).OfType<Comparison>().ToList();
        var findings = new List<Finding>();
        foreach (var (planned, of) in judged)
        {
            var comparison = of is null ? null : of with { AllComparisons = all };
            if (comparison is not null && ProcessAtFault.Judge(study.Causes.First(c => c.Id == planned.Cause), comparison) is { } fault)
            {
                var diagnosis = fault.Diagnosis;
                findings.Add(FindingOf(planned, comparison, diagnosis) with
                {
                    Process = fault.Process,
                    Cleared = fault.Cleared,
                    Caveats = [.. CaveatsOf(measured.Trial(planned.Baseline).Result, measured.Trial(planned.Counterfactual).Result),
                        .. ModelCaveats(diagnosis.Model), .. diagnosis.NotShown is { } notShown ? [notShown] : Array.Empty<string>()],
                });
            }
        }

        return findings;
    }

    private static ComparedSamples SamplesOf(PlannedComparison planned, MeasuredStudy measured) => new(
        measured.Trial(planned.Baseline).Result.Replicates.SamplesOf(planned.Metric),
        measured.Trial(planned.Counterfactual).Result.Replicates.SamplesOf(planned.Metric),
        planned.Asks,
        $"{planned.Baseline} {planned.Counterfactual} {planned.Metric}");

    // Null where one of the trials was not measured: a run may be interrupted.
    private static Comparison? ComparisonOf(
        StudySpec study, PlannedComparison planned, MeasuredStudy measured, PairDifference difference, int seed)
    {
        var (baseline, counterfactual) = (measured.Trial(planned.Baseline), measured.Trial(planned.Counterfactual));
        return study.Metrics.First(m => m.Id == planned.Metric).Observes is { } quantity
            && baseline.Evidence.Has(quantity) && counterfactual.Evidence.Has(quantity)
            ? new(baseline.Evidence, counterfactual.Evidence, ChangeOf(planned, baseline, counterfactual), quantity, difference, seed)
            {
                Cause = planned.Cause,
                Trials = [.. measured.Trials.Select(t => t.Evidence)],
            }
            : null;
    }

    private static FactorChange ChangeOf(PlannedComparison planned, MeasuredTrial baseline, MeasuredTrial counterfactual) => new(
        planned.Factor,
        baseline.Result.Factors[planned.Factor],
        counterfactual.Result.Factors[planned.Factor],
        [.. baseline.Levels.Concat(counterfactual.Levels).Where(l => l.Factor.Name == planned.Factor)
            .SelectMany(l => l.Means).Select(m => m.Of).Distinct()]);

    private static Finding FindingOf(PlannedComparison planned, Comparison comparison, Conclusion diagnosis) => new()
    {
        Id = planned.Cause,
        Kind = comparison.Difference.Supported && diagnosis.NotShown is null ? FindingKind.Finding : FindingKind.Hint,
        Claim = diagnosis.Model is { Counts: false } ? diagnosis.ClaimWithoutModel ?? diagnosis.Claim : diagnosis.Claim,
        Baseline = planned.Baseline,
        Counterfactual = planned.Counterfactual,
        Changed = new ChangedFactor(comparison.Change.Factor, comparison.Change.From, comparison.Change.To),
        Metric = planned.Metric,
        Ratio = comparison.Difference.Ratio,
        PValue = comparison.Difference.PValue,
        Model = diagnosis.Model is { Counts: true } ? diagnosis.Model : null,
        Fix = diagnosis.Fix,
    };

    // A model that misses what was measured proves nothing and disproves nothing: the pair is the proof.
    private static IEnumerable<string> ModelCaveats(ModelCheck? model) => model is null or { Counts: true } ? [] :
    [
        model.IsAccounting
            ? $"The account does not close: {FigureText.Number(model.Predicted)} of {FigureText.Number(model.Measured)} {model.Unit} "
                + $"({model.Formula})."
        : $"The model does not count: it predicts {FigureText.Number(model.Predicted)} {model.Unit} where "
            + $"{FigureText.Number(model.Measured)} {model.Unit} was measured, and its error may be at most "
            + $"{FigureText.Number(100 * (model.StatedError ?? ModelCheck.MaxError))} % ({model.Formula}).",
    ];

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

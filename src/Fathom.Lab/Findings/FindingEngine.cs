using Fathom.Lab.Results;

namespace Fathom.Lab.Findings;

/// <summary>Lets a study's rules judge its comparisons.</summary>
public static class FindingEngine
{
    /// <summary>The findings of a record, in the order of the comparisons.</summary>
    /// <param name="comparisons">The comparisons wanted; all of them share the false findings allowed.</param>
    /// <param name="rules">Who judges them.</param>
    /// <param name="record">The trials measured.</param>
    public static IReadOnlyList<Finding> Judge(
        IReadOnlyList<Comparison> comparisons, IReadOnlyList<IFindingRule> rules, RunRecord record)
    {
        var test = new DifferenceTest(Math.Max(1, comparisons.Count), record.Seed);
        var findings = new List<Finding>();
        foreach (var comparison in comparisons)
        {
            var pair = PairOf(comparison, record, test);
            var rule = rules.First(r => r.Id == comparison.Finding);
            if (rule.Judge(pair) is { } finding)
            {
                findings.Add(finding with { Caveats = [.. finding.Caveats, .. CaveatsOf(pair)] });
            }
        }

        return findings;
    }

    private static TrialPair PairOf(Comparison comparison, RunRecord record, DifferenceTest test)
    {
        var baseline = record.Trial(comparison.Baseline);
        var counterfactual = record.Trial(comparison.Counterfactual);
        var difference = test.Compare(
            baseline.Replicates.SamplesOf(comparison.Metric),
            counterfactual.Replicates.SamplesOf(comparison.Metric),
            $"{comparison.Baseline} {comparison.Counterfactual} {comparison.Metric}");
        return new TrialPair(
            baseline,
            counterfactual,
            new ChangedFactor(comparison.Factor, baseline.Factors[comparison.Factor], counterfactual.Factors[comparison.Factor]),
            record.Metrics.First(m => m.Id == comparison.Metric),
            difference,
            record.Seed)
        {
            Trials = record.Trials,
        };
    }

    private static IEnumerable<string> CaveatsOf(TrialPair pair)
    {
        var (a, b) = (pair.Baseline, pair.Counterfactual);
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

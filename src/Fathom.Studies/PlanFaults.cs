using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;

namespace Fathom.Studies;

/// <summary>Checks a study and a user's restrictions, and names every fault at once.</summary>
internal static class PlanFaults
{
    public static List<string> Find(
        StudySpec study, Profile profile, IReadOnlyDictionary<string, IReadOnlyList<string>> restrictions)
    {
        var factors = study.Factors(profile);
        return
        [
            .. restrictions.SelectMany(r => Restriction(factors, r.Key, r.Value))
                .Concat(study.Combinations(profile).SelectMany(levels => Combination(factors, levels)))
                .Concat(study.Comparisons(profile).SelectMany(comparison => Comparison(study, comparison)))
                .Distinct(),
        ];
    }

    /// <summary>The comparisons that could not become findings, whatever is measured: their trials have too few replicates.</summary>
    /// <param name="trials">The trials of the plan.</param>
    /// <param name="comparisons">All comparisons of the plan.</param>
    public static List<string> Undecidable(IReadOnlyList<TrialPlan> trials, IReadOnlyList<PlannedComparison> comparisons)
    {
        var planned = trials.ToDictionary(t => t.Id, t => t.Policy.Replicates);
        return
        [
            .. comparisons.Where(c => !DifferenceTest.CanDecide(planned[c.Baseline], planned[c.Counterfactual], comparisons.Count))
                .Select(c => $"the comparison of {c.Baseline} and {c.Counterfactual} for '{c.Cause}' has {planned[c.Baseline]} and "
                    + $"{planned[c.Counterfactual]} replicates, which cannot decide one of {comparisons.Count} comparisons; plan more "
                    + "replicates of both, or fewer comparisons"),
        ];
    }

    private static IEnumerable<string> Restriction(IReadOnlyList<FactorSpec> factors, string name, IReadOnlyList<string> levels) =>
        factors.FirstOrDefault(f => f.Name == name) is { } factor
            ? levels.Except(factor.LevelNames).Select(level =>
                $"--level: factor '{name}' has no level '{level}' in this profile; accepted: {string.Join(", ", factor.LevelNames)}")
            : [$"--level: there is no factor '{name}'; accepted: {string.Join(", ", factors.Select(f => f.Name))}"];

    private static IEnumerable<string> Combination(IReadOnlyList<FactorSpec> factors, FactorLevels levels) =>
        factors.Where(f => !f.Levels.Contains(levels[f.Factor]))
            .Select(f => $"the study combines {levels}, but factor '{f.Name}' has no level '{levels[f.Factor].Name}'");

    private static IEnumerable<string> Comparison(StudySpec study, ComparisonSpec comparison)
    {
        var from = comparison.Baseline[comparison.To.Factor];
        if (from == comparison.To)
        {
            yield return $"a comparison for '{comparison.Cause}' changes nothing: {comparison.To.Factor} is '{comparison.To.Name}' on both "
                + "sides";
        }

        if (!study.Metrics.Contains(comparison.Metric))
        {
            yield return $"a comparison for '{comparison.Cause}' wants the metric '{comparison.Metric.Id}', which the study does not "
                + $"measure";
        }

        if (study.Causes.FirstOrDefault(c => c.Id == comparison.Cause) is not { } cause)
        {
            yield return $"a comparison is meant for the cause '{comparison.Cause}', which the study does not have";
            yield break;
        }

        if (!cause.ProvenBy.Intersect(from.Means.Concat(comparison.To.Means).Select(m => m.Of)).Any())
        {
            yield return $"a comparison for '{cause.Id}' changes {comparison.To.Factor}, which proves nothing of it; it is proven by a "
                + $"change "
                + $"of {string.Join(" or ", cause.ProvenBy)}";
        }

        foreach (var quantity in cause.RequiredInStudy.Where(q => !IsObserved(study, comparison.Baseline, q)))
        {
            yield return $"'{cause.Id}' needs '{quantity}' ({quantity.Text}), which the study neither sets nor measures in "
                + $"{comparison.Baseline}";
        }
    }

    private static bool IsObserved(StudySpec study, FactorLevels levels, Quantity quantity) =>
        MeasuredTrial.AlwaysObserved.Contains(quantity)
        || levels.Any(l => l.Means.Any(m => m.Of == quantity))
        || study.Metrics.Any(m => m.Observes == quantity);
}

/// <summary>A study cannot be planned as asked; the message names every fault.</summary>
public sealed class PlanException(string study, IReadOnlyList<string> faults)
    : Exception($"study '{study}' cannot be run as asked:{Environment.NewLine}  {string.Join(Environment.NewLine + "  ", faults)}")
{
    /// <summary>The faults, one sentence each.</summary>
    public IReadOnlyList<string> Faults { get; } = faults;
}

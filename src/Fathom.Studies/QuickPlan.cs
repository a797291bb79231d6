using System.Globalization;
using Fathom.Records.Words;

namespace Fathom.Studies;

/// <summary>
/// Fits a plan of the quick profile into the time that its study has for it, by the measured speed of the machine. First what carries no
/// finding is left out, then one comparison after another, the least important first; what is left is measured as often as before.
/// </summary>
public static class QuickPlan
{
    // Slower than that and the machine is not what the plan was made for.
    private const double NearlyAsFast = 0.85;

    /// <summary>Returns the plan, or a shorter one that says what it leaves out; its starts are as far apart as the speed requires. A plan
    /// for which the user chose levels stays as it is, as does one of a study that states no time.</summary>
    /// <param name="plan">A plan.</param>
    /// <param name="speed">Speed of this machine, above 0: 1 is that of the reference machine.</param>
    public static StudyPlan Fit(StudyPlan plan, double speed)
    {
        ArgumentNullException.ThrowIfNull(plan);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(speed);
        if (plan.Limit is not { } limit || plan.Restrictions.Count > 0 || speed > NearlyAsFast)
        {
            return plan;
        }

        plan = plan with { Spacing = plan.Spacing / speed, Speed = speed };
        var shorter = plan;
        List<string> left = [];
        foreach (var (words, next) in Shortenings(plan))
        {
            if (PlanDuration.Of(shorter, speed) <= limit)
            {
                break;
            }

            (shorter, left) = (next, [.. left, words]);
        }

        return left.Count == 0 ? plan : shorter with { Shortened = Sentence(speed, limit, left, PlanDuration.Of(shorter, speed)) };
    }

    // Each shorter than the one before, with what it leaves out beyond that.
    private static IEnumerable<(string Words, StudyPlan Plan)> Shortenings(StudyPlan plan)
    {
        var spec = plan.Study;
        var without = new List<FactorLevels>();
        foreach (var levels in spec.Dispensable(plan.Profile))
        {
            without.Add(levels);
            yield return (WordsOf(plan, levels), Planned(plan, spec.Comparisons(plan.Profile).ToList(), without));
        }

        var kept = spec.Comparisons(plan.Profile).ToList();
        while (kept.Count > 1)
        {
            var dropped = kept[^1];
            kept.RemoveAt(kept.Count - 1);
            without.AddRange(new[] { dropped.Baseline, dropped.Counterfactual }
                .Where(levels => !kept.Exists(c => c.Baseline.Equals(levels) || c.Counterfactual.Equals(levels))));
            yield return (WordsOf(plan, dropped), Planned(plan, [.. kept], without));
        }
    }

    private static StudyPlan Planned(StudyPlan plan, IReadOnlyList<ComparisonSpec> comparisons, IReadOnlyCollection<FactorLevels> without)
    {
        List<FactorLevels> gone = [.. without];
        var shorter = StudyPlanner.Plan(plan.Study with
        {
            Combinations = profile => plan.Study.Combinations(profile).Where(levels => !gone.Contains(levels)),
            Comparisons = _ => comparisons,

            // Fewer comparisons share the false findings: they need no more replicates than that.
            Policy = (profile, levels) => plan.Study.Policy(profile, levels) is var policy
                ? policy with { Replicates = Math.Min(policy.Replicates, Replication.Of(levels, comparisons, policy.Replicates)) } : policy,
        }, plan.Profile, plan.Seed);
        return shorter with { Study = plan.Study, Spacing = plan.Spacing, Speed = plan.Speed };
    }

    // The pair, and what it has in common beside the baseline of the study: several pairs of a cause end at the same level.
    private static string WordsOf(StudyPlan plan, ComparisonSpec pair)
    {
        var (to, from) = (pair.To, pair.Baseline[pair.To.Factor]);
        var common = WordsOf(plan, pair.Baseline.With(FactorLevels.BaselineOf(plan.Study.Factors(plan.Profile))[to.Factor]));
        return $"{pair.Cause} ({(common.Length == 0 ? "" : common + ": ")}{WordsOf(from)} to {WordsOf(to)})";
    }

    private static string WordsOf(StudyPlan plan, FactorLevels levels)
    {
        var baseline = FactorLevels.BaselineOf(plan.Study.Factors(plan.Profile));
        return string.Join(", ", levels.Where(l => !baseline.Has(l)).Select(WordsOf));
    }

    private static string WordsOf(Level level) => LevelWords.Of(level.Factor.Name, level.Name);

    private static string Sentence(double speed, TimeSpan limit, List<string> left, TimeSpan expected)
    {
        // The last comparison stays, whatever it takes.
        var longer = expected <= limit ? ""
            : string.Create(CultureInfo.InvariantCulture, $" It still takes about {expected.TotalSeconds:0} s.");
        return string.Create(CultureInfo.InvariantCulture,
            $"This machine has {100 * speed:0} % of the speed of the one that the quick profile was planned on. To end within "
                + $"{limit.TotalSeconds:0} s the plan leaves out: {string.Join("; ", left)}.{longer} --profile full measures them.");
    }
}

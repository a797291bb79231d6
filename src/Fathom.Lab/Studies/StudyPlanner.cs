using Fathom.Lab.Findings;
using Fathom.Load.Statistics;

namespace Fathom.Lab.Studies;

/// <summary>Turns a study into a plan.</summary>
public static class StudyPlanner
{
    // More than there are trials of a plan, or blocks.
    private const long SeedStride = 10_000;

    /// <summary>Plans a study.</summary>
    /// <param name="study">What to plan.</param>
    /// <param name="profile">How much of it.</param>
    /// <param name="seed">Decides the order.</param>
    /// <param name="restrictions">Factor to the levels it may have; null or empty for all.</param>
    /// <exception cref="PlanException">With every fault there is.</exception>
    public static StudyPlan Plan(
        StudySpec study, Profile profile, int seed, IReadOnlyDictionary<string, IReadOnlyList<string>>? restrictions = null)
    {
        restrictions ??= new Dictionary<string, IReadOnlyList<string>>();
        var faults = PlanFaults.Find(study, profile, restrictions);
        if (faults.Count > 0)
        {
            throw new PlanException(study.Name, faults);
        }

        var kept = study.Combinations(profile).Distinct()
            .Where(levels => restrictions.All(r => r.Value.Contains(levels[r.Key]))).ToList();
        if (kept.Count == 0)
        {
            throw new PlanException(study.Name, [
                $"no combination of profile '{profile.ToString().ToLowerInvariant()}' has {string.Join(" and ", restrictions.Select(r => $"{r.Key}={string.Join(",", r.Value)}"))}; widen --level, or use --profile full"]);
        }

        var waiting = kept.Count(levels => study.Policy(levels).OnlyWaits);
        var trials = kept.Select((levels, i) =>
        {
            var policy = study.Policy(levels);
            return new TrialPlan($"t{i + 1:00}", levels, policy, WithSeed(study.Setup(levels), seed, i), policy.OnlyWaits && waiting > 1);
        }).ToList();
        var byLevels = trials.ToDictionary(t => t.Levels, t => t.Id);
        var comparisons = study.Comparisons(profile)
            .Where(c => byLevels.ContainsKey(c.Baseline) && byLevels.ContainsKey(c.Counterfactual))
            .Select(c => new Comparison(c.Finding, byLevels[c.Baseline], byLevels[c.Counterfactual], c.Factor, c.Metric));

        return new StudyPlan
        {
            Study = study,
            Profile = profile,
            Seed = seed,
            Restrictions = restrictions,
            Trials = trials,
            Steps = Interleave(trials, study.MostSideBySide, SeededRandom.For(seed, "order of trials")),
            Comparisons = [.. comparisons],
        };
    }

    // Every trial's link loses other packets, and the same ones whenever the plan is run again; each replicate adds its block.
    private static TrialSetup WithSeed(TrialSetup setup, int seed, int trial) =>
        setup.Link is null ? setup : setup with { Link = setup.Link with { Seed = $"{(((long)seed * SeedStride) + trial) * SeedStride}" } };

    // Randomised complete blocks: every trial once per block, in random order, so that drift hits every level alike.
    private static List<PlanStep> Interleave(List<TrialPlan> trials, int mostSideBySide, SeededRandom random)
    {
        var steps = new List<PlanStep>();
        var position = 0;
        for (var block = 1; block <= trials.Max(t => t.Policy.Replicates); block++)
        {
            var due = trials.Where(t => t.Policy.Replicates >= block).ToList();
            random.Shuffle(due);
            // Those that take alike long go together, and the longest begins last: none waits for a much longer one, and what that needs the processors for at
            // its end delays none. The sort keeps the random order among equals.
            var groups = due.Where(t => t.Policy.OnlyWaits).OrderBy(t => t.Policy.ExpectedSeconds).Chunk(mostSideBySide)
                .Concat(due.Where(t => !t.Policy.OnlyWaits).Select(t => new[] { t })).ToList();
            random.Shuffle(groups);
            foreach (var group in groups)
            {
                steps.Add(new PlanStep(block, [.. group.Select(t => new PlannedReplicate(t.Id, block, ++position))]));
            }
        }

        return steps;
    }
}

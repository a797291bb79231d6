using Fathom.Statistics;

namespace Fathom.Studies;

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
                $"no combination of profile '{profile.ToString().ToLowerInvariant()}' has "
                    + $"{string.Join(" and ", restrictions.Select(r => $"{r.Key}={string.Join(",", r.Value)}"))}; widen --level, or use "
                    + $"--profile full"]);
        }

        var trials = kept.Select((levels, i) =>
        {
            var policy = study.Policy(profile, levels);
            return new TrialPlan($"t{i + 1:00}", levels, policy, WithSeed(study.Setup(profile, levels), seed, i),
                policy.IsIdle && study.MaxParallel > 1);
        }).ToList();
        var byLevels = trials.ToDictionary(t => t.Levels, t => t.Id);
        var comparisons = study.Comparisons(profile)
            .Where(c => byLevels.ContainsKey(c.Baseline) && byLevels.ContainsKey(c.Counterfactual))
            .Select(c => new PlannedComparison(c.Cause, byLevels[c.Baseline], byLevels[c.Counterfactual], c.To.Factor.Name, c.Metric.Id)
            {
                Asks = c.Asks,
            }).ToList();
        if (PlanFaults.Undecidable(trials, comparisons) is { Count: > 0 } undecidable)
        {
            throw new PlanException(study.Name, undecidable);
        }

        return new StudyPlan
        {
            Study = study,
            Profile = profile,
            Seed = seed,
            Restrictions = restrictions,
            Trials = trials,
            Steps = Interleave(trials, study.MaxParallel, SeededRandom.For(seed, "order of trials")),
            Comparisons = comparisons,
        };
    }

    // Each trial's link loses packets of its own, and the same ones whenever the plan runs again; each replicate adds its block.
    private static TrialSetup WithSeed(TrialSetup setup, int seed, int trial) =>
        setup.Link is null ? setup : setup with { Link = setup.Link with { Seed = (((long)seed * SeedStride) + trial) * SeedStride } };

    // Randomised blocks: every trial at most once per block, and a block ends before the next begins, so that drift hits every level alike.
    // Idle trials run side by side with others of their block only: two replicates of one trial in one step would share what disturbs the
    // step, and count as two.
    private static List<PlanStep> Interleave(List<TrialPlan> trials, int maxParallel, SeededRandom random)
    {
        var steps = new List<PlanStep>();
        var position = 0;
        var count = trials.Max(t => t.Policy.Replicates);
        var blocksOf = trials.ToDictionary(t => t.Id, t => BlocksOf(t.Policy.Replicates, count));
        for (var block = 1; block <= count; block++)
        {
            var (idle, busy) = Split(Shuffled(trials.Where(t => blocksOf[t.Id].Contains(block))));
            foreach (var step in Shuffled(SideBySide(idle, maxParallel).Concat(busy.Select(trial => new[] { trial }))))
            {
                steps.Add(new PlanStep(block, [.. step.Select(trial => new PlannedReplicate(trial.Id, block, ++position))]));
            }
        }

        return steps;

        List<T> Shuffled<T>(IEnumerable<T> items)
        {
            List<T> shuffled = [.. items];
            random.Shuffle(shuffled);
            return shuffled;
        }
    }

    // A trial with fewer replicates than there are blocks runs in the first block, in the last one and evenly between: in the first ones
    // alone it would differ by the drift from a trial that runs in all. An interrupted run has every trial from its first block on.
    private static HashSet<int> BlocksOf(int replicates, int count) => replicates == 1 ? [1]
        : [.. Enumerable.Range(0, replicates).Select(i => 1 + (int)Math.Round(i * (count - 1.0) / (replicates - 1)))];

    private static (List<TrialPlan> Idle, List<TrialPlan> Busy) Split(List<TrialPlan> trials) =>
        (trials.FindAll(t => t.Policy.IsIdle), trials.FindAll(t => !t.Policy.IsIdle));

    // Steps of equal size, of trials that take about as long as each other. The longest begins last: the burst at its end delays none of
    // the others. Sorting keeps the random order among equals.
    private static IEnumerable<TrialPlan[]> SideBySide(List<TrialPlan> idle, int maxParallel)
    {
        var steps = (idle.Count + maxParallel - 1) / maxParallel;
        return steps == 0 ? [] : idle.OrderBy(t => t.Policy.ExpectedSeconds).Chunk((idle.Count + steps - 1) / steps);
    }
}

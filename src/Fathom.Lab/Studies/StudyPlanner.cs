using Fathom.Statistics;

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
            .Select(c => new PlannedComparison(c.Cause, byLevels[c.Baseline], byLevels[c.Counterfactual], c.To.Factor.Name, c.Metric.Id));

        return new StudyPlan
        {
            Study = study,
            Profile = profile,
            Seed = seed,
            Restrictions = restrictions,
            Trials = trials,
            Steps = Interleave(trials, study.MaxParallel, SeededRandom.For(seed, "order of trials")),
            Comparisons = [.. comparisons],
        };
    }

    // Each trial's link loses packets of its own, and the same ones whenever the plan runs again; each replicate adds its block.
    private static TrialSetup WithSeed(TrialSetup setup, int seed, int trial) =>
        setup.Link is null ? setup : setup with { Link = setup.Link with { Seed = $"{(((long)seed * SeedStride) + trial) * SeedStride}" } };

    // Randomised complete blocks: every trial once per block, in random order, so that drift hits every level alike. Idle trials go block
    // after block too, but a step that its block does not fill takes replicates of the next.
    private static List<PlanStep> Interleave(List<TrialPlan> trials, int maxParallel, SeededRandom random)
    {
        var blocks = Enumerable.Range(1, trials.Max(t => t.Policy.Replicates))
            .Select(block => Shuffled(trials.Where(t => t.Policy.Replicates >= block)).ConvertAll(trial => (Trial: trial, Block: block)))
            .ToList();
        var sideBySide = blocks.SelectMany(block => block.Where(r => r.Trial.Policy.IsIdle).OrderBy(r => r.Trial.Policy.ExpectedSeconds))
            .Chunk(maxParallel).ToLookup(chunk => chunk[0].Block);
        var steps = new List<PlanStep>();
        var position = 0;
        foreach (var block in blocks)
        {
            // The longest begins last: the burst at its end delays none of the others. Sorting keeps the random order among equals.
            var groups = sideBySide[block[0].Block].Select(chunk => chunk.OrderBy(r => r.Trial.Policy.ExpectedSeconds).ToArray())
                .Concat(block.Where(r => !r.Trial.Policy.IsIdle).Select(r => new[] { r }));
            foreach (var group in Shuffled(groups))
            {
                steps.Add(new PlanStep(block[0].Block, [.. group.Select(r => new PlannedReplicate(r.Trial.Id, r.Block, ++position))]));
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
}

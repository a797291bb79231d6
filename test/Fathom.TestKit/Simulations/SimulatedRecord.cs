using Fathom.Records;
using Fathom.Studies;
using Fathom.Statistics;

namespace Fathom.TestKit.Simulations;

/// <summary>The record of a plan whose replicates are noise, and an effect where a test puts one.</summary>
public static class SimulatedRecord
{
    private const double Usual = 100;

    /// <summary>Returns a record in which every compared metric is noise around the same value.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="seed">Seed of the noise and of the record.</param>
    /// <param name="noise">The noise of what is compared.</param>
    /// <param name="effect">By what a trial's values are multiplied, by its id.</param>
    public static RunRecord Of(StudyPlan plan, int seed, NoiseModel noise, Func<string, double> effect) =>
        Of(plan, seed, noise, effect, _ => new Dictionary<string, double>());

    /// <summary>The same with further metrics of each trial, of which nothing is noise.</summary>
    /// <param name="plan">The plan.</param>
    /// <param name="seed">Seed of the noise and of the record.</param>
    /// <param name="noise">The noise of what is compared.</param>
    /// <param name="effect">By what a trial's values are multiplied, by its id.</param>
    /// <param name="further">What a rule asks for beside the compared metric.</param>
    public static RunRecord Of(StudyPlan plan, int seed, NoiseModel noise, Func<string, double> effect,
        Func<TrialPlan, IReadOnlyDictionary<string, double>> further)
    {
        // Trials that no comparison uses change nothing that is judged.
        var metrics = plan.Comparisons.SelectMany(c => new[] { (Trial: c.Baseline, c.Metric), (Trial: c.Counterfactual, c.Metric) })
            .Distinct().ToLookup(c => c.Trial, c => c.Metric);
        var replicates = Replicates(plan, seed, noise);
        return new RunRecord
        {
            Study = plan.Study.Name,
            Profile = plan.Profile.ToString().ToLowerInvariant(),
            Seed = seed,
            Started = DateTimeOffset.UnixEpoch,
            ElapsedSeconds = 0,
            Title = "",
            Question = "",
            Answer = "",
            Command = [],
            Machine = new MachineInfo { Os = "simulated", Kernel = "", Cpu = "", Cores = 2, MemoryBytes = 1 << 30, Dotnet = "" },
            Factors = [],
            Metrics = [.. plan.Study.Metrics.Select(m => m.Info)],
            Trials =
            [
                .. plan.Trials.Where(t => metrics.Contains(t.Id)).Select(t => new TrialResult
                {
                    Id = t.Id,
                    Factors = t.Levels.ToDictionary(),
                    SideBySide = t.SideBySide,
                    Replicates =
                    [
                        .. replicates[t.Id].Select(r => new Replicate(r.Planned.Block, r.Planned.Position, 0,
                            metrics[t.Id].ToDictionary(id => id, _ => Usual * effect(t.Id) * r.Factor))),
                    ],
                    Metrics = metrics[t.Id].ToDictionary(id => id, _ => Usual).Concat(further(t)).DistinctBy(m => m.Key)
                        .ToDictionary(m => m.Key, m => new MetricValue(m.Value, m.Value, m.Value, "")),
                }),
            ],
        };
    }

    private static ILookup<string, (PlannedReplicate Planned, double Factor)> Replicates(StudyPlan plan, int seed, NoiseModel noise)
    {
        var factors = noise.Factors(SeededRandom.For(seed, noise.Name));
        return plan.Steps.Index()
            .SelectMany(s => s.Item.Replicates.Zip(factors((double)s.Index / plan.Steps.Count, s.Item.Replicates.Count)))
            .ToLookup(r => r.First.Trial);
    }
}

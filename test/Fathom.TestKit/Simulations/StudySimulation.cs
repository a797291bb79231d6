using Fathom.Records;
using Fathom.Records.Comparing;
using Fathom.Studies;

namespace Fathom.TestKit.Simulations;

/// <summary>Makes up studies by a real plan and has the real engine judge them: how many find what is not there, or what is.</summary>
/// <param name="study">The study.</param>
/// <param name="profile">Its profile.</param>
public sealed class StudySimulation(StudySpec study, Profile profile)
{
    // Orders of trials; each study takes the next.
    private const int Plans = 20;

    private readonly StudySpec _study = study with { Causes = [.. study.Causes.Select(c => new CredulousCause(c))] };

    private readonly IReadOnlyList<StudyPlan> _plans =
        [.. Enumerable.Range(1, Plans).Select(seed => StudyPlanner.Plan(study, profile, seed))];

    /// <summary>The plan, in one of its orders.</summary>
    public StudyPlan Plan => _plans[0];

    /// <summary>Returns how many studies find a difference although there is none.</summary>
    /// <param name="noise">The noise.</param>
    /// <param name="studies">Number of studies.</param>
    public int WithFalseFindings(NoiseModel noise, int studies) => Enumerable.Range(1, studies).Count(
        n => Judge(n, noise, _ => 1).Any(c => c.Asks == ComparisonQuestion.Difference));

    /// <summary>Returns how many studies find that something makes no difference although its ratio is at the end of the margin; null where
    /// the plan does not ask.</summary>
    /// <param name="noise">The noise.</param>
    /// <param name="studies">Number of studies.</param>
    public int? WithFalseEquivalences(NoiseModel noise, int studies)
    {
        var asked = Plan.Comparisons.Where(c => c.Asks == ComparisonQuestion.Equivalence).Select(c => c.Baseline).Distinct().ToList();
        return asked.Count == 0 ? null : Enumerable.Range(1, studies).Count(n =>
        {
            var unlike = asked[n % asked.Count];
            return Judge(n, noise, trial => trial == unlike ? DifferenceTest.Equivalence.High : 1)
                .Any(c => c.Asks == ComparisonQuestion.Equivalence && Uses(c, unlike));
        });
    }

    /// <summary>Returns how often a true ratio is found, where nothing else has an effect.</summary>
    /// <param name="ratio">The true ratio, above 1.</param>
    /// <param name="noise">The noise.</param>
    /// <param name="studies">Number of studies for each combination of replicates that comparisons have.</param>
    public IReadOnlyList<SimulatedPower> Power(double ratio, NoiseModel noise, int studies)
    {
        var replicates = Plan.Trials.ToDictionary(t => t.Id, t => t.Policy.Replicates);
        return
        [
            .. from comparison in Plan.Comparisons
               where comparison.Asks == ComparisonQuestion.Difference
               group comparison by (Baseline: replicates[comparison.Baseline], Counterfactual: replicates[comparison.Counterfactual])
               into alike
               orderby alike.Key
               select new SimulatedPower(
                   alike.Key.Baseline, alike.Key.Counterfactual, Found([.. alike], ratio, noise, studies) / (double)studies),
        ];
    }

    private int Found(IReadOnlyList<PlannedComparison> alike, double ratio, NoiseModel noise, int studies) =>
        Enumerable.Range(1, studies).Count(n =>
        {
            // The side that fewer comparisons share, so that as few others as possible have an effect.
            var sought = alike[n % alike.Count];
            var changesBaseline = UsesOf(sought.Baseline) <= UsesOf(sought.Counterfactual);
            return Judge(n, noise, trial => trial == sought.Baseline && changesBaseline ? ratio
                : trial == sought.Counterfactual && !changesBaseline ? 1 / ratio : 1).Contains(sought);
        });

    private int UsesOf(string trial) => Plan.Comparisons.Count(c => Uses(c, trial));

    private static bool Uses(PlannedComparison comparison, string trial) =>
        comparison.Baseline == trial || comparison.Counterfactual == trial;

    // The comparisons that become findings.
    private HashSet<PlannedComparison> Judge(int number, NoiseModel noise, Func<string, double> effect)
    {
        var plan = _plans[number % Plans];
        var findings = FindingEngine.Judge(_study, plan.Comparisons, SimulatedRecord.Of(plan, number, noise, effect));
        return
        [
            .. plan.Comparisons.Where(c => findings.Any(f => f.Kind == FindingKind.Finding && f.Id == c.Cause && f.Baseline == c.Baseline
                && f.Counterfactual == c.Counterfactual && f.Metric == c.Metric)),
        ];
    }
}

/// <summary>How often a true ratio is found.</summary>
/// <param name="BaselineReplicates">Replicates of the baseline.</param>
/// <param name="CounterfactualReplicates">Replicates of the counterfactual.</param>
/// <param name="Found">Share of the studies that find it.</param>
public sealed record SimulatedPower(int BaselineReplicates, int CounterfactualReplicates, double Found);

using Fathom.Records.Comparing;

namespace Fathom.Studies;

/// <summary>
/// A study, validated and frozen: which trials, how often, in which order. The same study, profile, levels and seed give the same plan.
/// </summary>
public sealed record StudyPlan
{
    private readonly TimeSpan? _spacing;

    /// <summary>The study planned.</summary>
    public required StudySpec Study { get; init; }

    /// <summary>The profile.</summary>
    public required Profile Profile { get; init; }

    /// <summary>Decides the order of trials and every resampling.</summary>
    public required int Seed { get; init; }

    /// <summary>The levels to which the user restricted factors; empty without restrictions.</summary>
    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Restrictions { get; init; }

    /// <summary>The trials, <c>t01</c> first.</summary>
    public required IReadOnlyList<TrialPlan> Trials { get; init; }

    /// <summary>The order of running.</summary>
    public required IReadOnlyList<PlanStep> Steps { get; init; }

    /// <summary>The comparisons for which both trials are in the plan.</summary>
    public required IReadOnlyList<PlannedComparison> Comparisons { get; init; }

    /// <summary>Which trials of the study this machine cannot run, and why: sentences.</summary>
    public IReadOnlyList<string> LeftOut { get; init; } = [];

    /// <summary>Why the plan is shorter than its profile, and what it leaves out: a sentence; null where it is not.</summary>
    public string? Shortened { get; init; }

    /// <summary>The speed of the machine that durations are estimated by: 1 is that of the reference machine.</summary>
    public double Speed { get; init; } = 1;

    /// <summary>Time between the starts of a step's replicates.</summary>
    public TimeSpan Spacing
    {
        get => _spacing ?? Study.Spacing;
        init => _spacing = value;
    }

    /// <summary>Time within which the run is to end; null for no limit.</summary>
    public TimeSpan? Limit => Profile == Profile.Quick ? Study.QuickLimit : null;

    /// <summary>The plan without trials that this machine cannot run, and without their comparisons.</summary>
    /// <param name="reasons">Why, as a sentence, by the id of the trial.</param>
    public StudyPlan Without(IReadOnlyDictionary<string, string> reasons) => reasons.Count == 0 ? this : this with
    {
        Trials = [.. Trials.Where(t => !reasons.ContainsKey(t.Id))],
        Steps =
        [
            .. Steps.Select(s => s with { Replicates = [.. s.Replicates.Where(r => !reasons.ContainsKey(r.Trial))] })
                .Where(s => s.Replicates.Count > 0),
        ],
        Comparisons = [.. Comparisons.Where(c => !reasons.ContainsKey(c.Baseline) && !reasons.ContainsKey(c.Counterfactual))],
        LeftOut =
        [
            .. LeftOut,
            .. reasons.GroupBy(r => r.Value)
                .Select(g => $"{(g.Count() == 1 ? "A trial is" : $"{g.Count()} trials are")} left out. {g.Key}"),
        ],
    };
}

/// <summary>A trial of a plan.</summary>
/// <param name="Id">Its id in the record.</param>
/// <param name="Levels">Its combination.</param>
/// <param name="Policy">Replicates, duration and kind.</param>
/// <param name="Setup">Processes and workload.</param>
/// <param name="SideBySide">True where replicates run beside others, of its own or of other trials.</param>
public sealed record TrialPlan(string Id, FactorLevels Levels, TrialPolicy Policy, TrialSetup Setup, bool SideBySide);

/// <summary>Replicates that run at the same time: one, or several of idle trials.</summary>
/// <param name="Block">The block, from 1.</param>
/// <param name="Replicates">What runs in this step.</param>
public sealed record PlanStep(int Block, IReadOnlyList<PlannedReplicate> Replicates);

/// <summary>One execution of a trial.</summary>
/// <param name="Trial">The trial's id.</param>
/// <param name="Block">The block.</param>
/// <param name="Position">Its place in the order of the whole run, from 1.</param>
public sealed record PlannedReplicate(string Trial, int Block, int Position);

/// <summary>A comparison whose trials are in the plan.</summary>
/// <param name="Cause">Id of the cause that judges it.</param>
/// <param name="Baseline">Id of the trial that is expected to show the effect.</param>
/// <param name="Counterfactual">Id of the trial with one factor changed.</param>
/// <param name="Factor">Name of the one factor in which they differ.</param>
/// <param name="Metric">Id of the metric compared.</param>
public sealed record PlannedComparison(string Cause, string Baseline, string Counterfactual, string Factor, string Metric)
{
    /// <summary>What it asks.</summary>
    public ComparisonQuestion Asks { get; init; }
}

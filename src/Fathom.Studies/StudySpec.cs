using Fathom.Diagnosis.Causes;
using Fathom.Records;
using Fathom.Records.Comparing;

namespace Fathom.Studies;

/// <summary>
/// What a study declares: factors, which combinations of their levels, how a combination is carried out, what is measured, which
/// comparisons are wanted and which causes judge them. Planner, runner and reports know studies only through this.
/// </summary>
public sealed record StudySpec
{
    /// <summary>Name on the command line and of the record's file.</summary>
    public required string Name { get; init; }

    /// <summary>The study in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>What it asks, one or two sentences.</summary>
    public required string Question { get; init; }

    /// <summary>What is varied, per profile; the same names in both, the first level of each is the published baseline.</summary>
    public required Func<Profile, IReadOnlyList<FactorSpec>> Factors { get; init; }

    /// <summary>The combinations that are run, per profile, the baseline first.</summary>
    public required Func<Profile, IEnumerable<FactorLevels>> Combinations { get; init; }

    /// <summary>Replicates, duration and kind of a combination: a profile with more comparisons needs more replicates of each.</summary>
    public required Func<Profile, FactorLevels, TrialPolicy> Policy { get; init; }

    /// <summary>Time within which the quick profile ends on the reference machine, and on one half as fast; null for no limit.</summary>
    public TimeSpan? QuickLimit { get; init; }

    /// <summary>The combinations that carry no finding, per profile, the least important first: left out where the quick profile would
    /// take too long.</summary>
    public Func<Profile, IEnumerable<FactorLevels>> Dispensable { get; init; } = _ => [];

    /// <summary>Seconds to start and end the two processes of a replicate on the reference machine.</summary>
    public double StartSeconds { get; init; } = 1;

    /// <summary>How many replicates of idle trials may run at once.</summary>
    public int MaxParallel { get; init; } = 4;

    /// <summary>
    /// Time between the starts of a step's replicates, so that the bursts at their start and at their end do not coincide.
    /// </summary>
    public TimeSpan Spacing { get; init; }

    /// <summary>The processes and the workload of a combination; a longer profile may repeat more of the same.</summary>
    public required Func<Profile, FactorLevels, TrialSetup> Setup { get; init; }

    /// <summary>What is measured.</summary>
    public required IReadOnlyList<Metric> Metrics { get; init; }

    /// <summary>The comparisons wanted; the plan has those whose combinations it runs.</summary>
    public required Func<Profile, IEnumerable<ComparisonSpec>> Comparisons { get; init; }

    /// <summary>The causes that judge the comparisons.</summary>
    public required IReadOnlyList<Cause> Causes { get; init; }

    /// <summary>Published tables.</summary>
    public IReadOnlyList<TableSpec> Tables { get; init; } = [];

    /// <summary>The measured figures in the published form, where that was lines of text.</summary>
    public Func<MeasuredStudy, IReadOnlyList<PublishedLine>> Lines { get; init; } = _ => [];

    /// <summary>Pictures beyond those that every study has.</summary>
    public IReadOnlyList<PictureInfo> Pictures { get; init; } = [];

    /// <summary>The answer in one sentence, from the findings.</summary>
    public required Func<MeasuredStudy, string> Answer { get; init; }
}

/// <summary>How much of a study is run.</summary>
public enum Profile
{
    /// <summary>One factor at a time around the published baseline; minutes.</summary>
    Quick,

    /// <summary>The product of all factors, less what cannot matter; long.</summary>
    Full,
}

/// <summary>A comparison that a study wants: two combinations that differ in exactly one factor.</summary>
/// <param name="Cause">Id of the cause that judges it.</param>
/// <param name="Baseline">The combination that is expected to show the effect.</param>
/// <param name="To">The one level that differs in the counterfactual.</param>
/// <param name="Metric">The metric to compare.</param>
public sealed record ComparisonSpec(string Cause, FactorLevels Baseline, Level To, Metric Metric)
{
    /// <summary>What it asks: whether there is a difference, or whether there is none that matters.</summary>
    public ComparisonQuestion Asks { get; init; }

    /// <summary>The other combination.</summary>
    public FactorLevels Counterfactual => Baseline.With(To);
}

/// <summary>What the planner must know of a combination beforehand.</summary>
/// <param name="Replicates">How often it is measured, each time in fresh processes.</param>
/// <param name="ExpectedSeconds">Rough duration of one replicate: for the time left, until measured durations are known.</param>
/// <param name="IsIdle">True where the processors idle for nearly all of it, so that others of its kind may run at the same time.</param>
public sealed record TrialPolicy(int Replicates, double ExpectedSeconds, bool IsIdle)
{
    /// <summary>True where a replicate lasts for a set time, whatever the speed of the machine.</summary>
    public bool IsTimed { get; init; }
}

using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies;

/// <summary>
/// What a study declares: factors, which combinations of their levels, how a combination is carried out, what is measured,
/// which comparisons are wanted and who judges them. Planner, runner, findings and reports know studies only through this.
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

    /// <summary>How many replicates of trials that only wait may run at once.</summary>
    public int MostSideBySide { get; init; } = 4;

    /// <summary>
    /// How long after one another those of a step begin, so that what they do need the processors for, at their begin and at their end,
    /// does not coincide.
    /// </summary>
    public TimeSpan Spacing { get; init; }

    /// <summary>The processes and the workload of a combination; a profile with more time may ask for more of the same.</summary>
    public required Func<Profile, FactorLevels, TrialSetup> Setup { get; init; }

    /// <summary>What is measured.</summary>
    public required IReadOnlyList<MetricSpec> Metrics { get; init; }

    /// <summary>The comparisons wanted; those whose combinations are not in the plan fall away.</summary>
    public required Func<Profile, IEnumerable<ComparisonSpec>> Comparisons { get; init; }

    /// <summary>The rules that judge the comparisons.</summary>
    public required IReadOnlyList<IFindingRule> Rules { get; init; }

    /// <summary>Published tables.</summary>
    public IReadOnlyList<TableSpec> Tables { get; init; } = [];

    /// <summary>What a record says in the form in which the study's figures were published, where that was lines of text.</summary>
    public Func<RunRecord, IReadOnlyList<PublishedLine>> Lines { get; init; } = _ => [];

    /// <summary>Pictures beyond those that every study has.</summary>
    public IReadOnlyList<PictureInfo> Pictures { get; init; } = [];

    /// <summary>The answer in one sentence, from a record whose findings are there.</summary>
    public required Func<RunRecord, string> Answer { get; init; }
}

namespace Fathom.Records;

/// <summary>
/// The measurements and findings of one run of one study: the content of <c>OUT/STUDY.json</c>, schema <c>fathom.run/1</c>. Terminal
/// output, HTML page and comparison are views of it and add no results of their own.
/// </summary>
public sealed record RunRecord
{
    /// <summary>The schema that this build writes.</summary>
    public const string CurrentSchema = "fathom.run/1";

    /// <summary>Always <see cref="CurrentSchema"/>.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>Name of the study, as on the command line.</summary>
    public required string Study { get; init; }

    /// <summary><c>quick</c> or <c>full</c>.</summary>
    public required string Profile { get; init; }

    /// <summary>Seed of the order of trials and of all resamplings. The same seed gives the same plan.</summary>
    public required int Seed { get; init; }

    /// <summary>Start of the first trial, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>Duration of all trials, in seconds.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>Whether the run was interrupted. The record then contains only what was measured before.</summary>
    public bool Partial { get; init; }

    /// <summary>The study in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>The question of the study.</summary>
    public required string Question { get; init; }

    /// <summary>The answer in one sentence, derived from the findings.</summary>
    public required string Answer { get; init; }

    /// <summary>The arguments of <c>fathom</c> that repeat this run.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>The machine, without anything that identifies it or its user.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>The factors.</summary>
    public required IReadOnlyList<FactorInfo> Factors { get; init; }

    /// <summary>The metrics. Contains every key of a replicate and of <see cref="TrialResult.Metrics"/>.</summary>
    public required IReadOnlyList<MetricInfo> Metrics { get; init; }

    /// <summary>The trials, in the order of the plan, not of execution.</summary>
    public required IReadOnlyList<TrialResult> Trials { get; init; }

    /// <summary>The replicates that could not be measured.</summary>
    public IReadOnlyList<TrialFailure> Failures { get; init; } = [];

    /// <summary>Which trials were left out, since the machine cannot run them, and why: sentences; empty in records of earlier
    /// versions.</summary>
    public IReadOnlyList<string> LeftOut { get; init => field = value ?? []; } = [];

    /// <summary>Tables of published and measured figures.</summary>
    public IReadOnlyList<ComparisonTable> Tables { get; init; } = [];

    /// <summary>The measured figures in the form of the publication; empty in records of earlier versions.</summary>
    // For a missing member, the generated JSON code sets null after the initializer.
    public IReadOnlyList<PublishedLine> Lines { get; init => field = value ?? []; } = [];

    /// <summary>The pictures that the study declares in addition to those of every study; empty in records of earlier versions.</summary>
    public IReadOnlyList<PictureInfo> Pictures { get; init => field = value ?? []; } = [];

    /// <summary>The findings and hints.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>Returns the trial with the given id.</summary>
    /// <exception cref="KeyNotFoundException">There is no trial with this id.</exception>
    public TrialResult Trial(string id) =>
        Trials.FirstOrDefault(t => t.Id == id) ?? throw new KeyNotFoundException($"The record of '{Study}' has no trial '{id}'.");
}

/// <summary>A factor of a study.</summary>
/// <param name="Name">Key in <see cref="TrialResult.Factors"/>.</param>
/// <param name="Text">Description for a reader who does not know the study.</param>
/// <param name="Levels">The levels of the run; the first is the baseline's.</param>
public sealed record FactorInfo(string Name, string Text, IReadOnlyList<string> Levels);

/// <summary>The figures of a trial in the form of a publication, for comparison with it.</summary>
/// <param name="Trial">Id of the trial.</param>
/// <param name="Text">The line.</param>
public sealed record PublishedLine(string Trial, string Text);

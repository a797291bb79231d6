namespace Fathom.Lab.Results;

/// <summary>
/// What one run of one study measured and found: the content of <c>OUT/STUDY.json</c>, schema <c>fathom.run/1</c>.
/// Terminal, HTML page and comparison are views of it and compute nothing that is not in it.
/// </summary>
public sealed record RunRecord
{
    /// <summary>The schema this build writes.</summary>
    public const string CurrentSchema = "fathom.run/1";

    /// <summary>Always <see cref="CurrentSchema"/>.</summary>
    public string Schema { get; init; } = CurrentSchema;

    /// <summary>The study's name, as on the command line.</summary>
    public required string Study { get; init; }

    /// <summary><c>quick</c> or <c>full</c>.</summary>
    public required string Profile { get; init; }

    /// <summary>The seed of the order of trials and of every resampling; the same seed gives the same plan.</summary>
    public required int Seed { get; init; }

    /// <summary>When the first trial started, UTC.</summary>
    public required DateTimeOffset Started { get; init; }

    /// <summary>How long the trials took, in seconds.</summary>
    public required double ElapsedSeconds { get; init; }

    /// <summary>True where the run was interrupted: what was measured until then is here, the rest is not.</summary>
    public bool Partial { get; init; }

    /// <summary>The study in a few words.</summary>
    public required string Title { get; init; }

    /// <summary>What the study asks.</summary>
    public required string Question { get; init; }

    /// <summary>The answer, one sentence, made from the findings.</summary>
    public required string Answer { get; init; }

    /// <summary>The arguments of <c>fathom</c> that repeat this run.</summary>
    public required IReadOnlyList<string> Command { get; init; }

    /// <summary>The machine, without anything that names it or its user.</summary>
    public required MachineInfo Machine { get; init; }

    /// <summary>What was varied.</summary>
    public required IReadOnlyList<FactorInfo> Factors { get; init; }

    /// <summary>What was measured; every key of a replicate and of <see cref="TrialResult.Metrics"/> is declared here.</summary>
    public required IReadOnlyList<MetricInfo> Metrics { get; init; }

    /// <summary>The trials, in the order of the plan (not of their running).</summary>
    public required IReadOnlyList<TrialResult> Trials { get; init; }

    /// <summary>Replicates that could not be measured.</summary>
    public IReadOnlyList<TrialFailure> Failures { get; init; } = [];

    /// <summary>Published figures beside the measured ones.</summary>
    public IReadOnlyList<ComparisonTable> Tables { get; init; } = [];

    /// <summary>What was measured, in the form in which it was published; none in records of before there were any.</summary>
    // The generated JSON code hands over null for what a file lacks, over the initializer.
    public IReadOnlyList<PublishedLine> Lines { get; init => field = value ?? []; } = [];

    /// <summary>Pictures that the study wants beyond those that every study has; none in records of before there were any.</summary>
    public IReadOnlyList<PictureInfo> Pictures { get; init => field = value ?? []; } = [];

    /// <summary>What the causes found.</summary>
    public IReadOnlyList<Finding> Findings { get; init; } = [];

    /// <summary>The trial of that id.</summary>
    /// <exception cref="KeyNotFoundException">There is no such trial.</exception>
    public TrialResult Trial(string id) =>
        Trials.FirstOrDefault(t => t.Id == id) ?? throw new KeyNotFoundException($"The record of '{Study}' has no trial '{id}'.");
}

/// <summary>One thing a study varied.</summary>
/// <param name="Name">Key in <see cref="TrialResult.Factors"/>.</param>
/// <param name="Text">What it is, for a reader who has not seen the study.</param>
/// <param name="Levels">The levels that were run, the baseline's first.</param>
public sealed record FactorInfo(string Name, string Text, IReadOnlyList<string> Levels);

/// <summary>The figures of a trial in the form in which a study's figures were published, to be laid beside those.</summary>
/// <param name="Trial">Id of the trial.</param>
/// <param name="Text">The line.</param>
public sealed record PublishedLine(string Trial, string Text);

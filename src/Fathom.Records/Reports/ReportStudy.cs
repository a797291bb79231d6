using Fathom.Records.Reports.Summary;
using Fathom.Records.Words;

namespace Fathom.Records.Reports;

/// <summary>A record as the sections of the report use it, with names for trials and the selection of trials to draw. Immutable.</summary>
internal sealed class ReportStudy
{
    /// <summary>Maximum number of lines or bars in a picture, so that a reader can distinguish them.</summary>
    public const int MaxDrawn = 6;

    private readonly Dictionary<string, TrialResult> _trials;

    public ReportStudy(RunRecord record, string slug)
    {
        Record = record;
        Slug = slug;
        _trials = record.Trials.ToDictionary(t => t.Id, StringComparer.Ordinal);
        Varying = [.. record.Factors.Where(f => Levels(f.Name) > 1)];
        Constant = [.. record.Factors.Where(f => Levels(f.Name) == 1)];
        Drawn = [.. record.Findings.SelectMany(f => f.Pair is { } pair ? [pair.Baseline, pair.Counterfactual] : Array.Empty<string>())
            .Concat(record.Trials.Select(t => t.Id))
            .Distinct().Where(_trials.ContainsKey).Select(id => _trials[id]).Take(MaxDrawn)];
        Others = [.. record.Trials.Except(Drawn)];
        Names = new TrialNames(record);
        Causes = CauseGroup.Of(record);
        Proof = StrongestProof.In(record);
    }

    public RunRecord Record { get; }

    /// <summary>Prefix of the study's element ids, unique on the page.</summary>
    public string Slug { get; }

    /// <summary>The factors that differ between trials.</summary>
    public IReadOnlyList<FactorInfo> Varying { get; }

    /// <summary>The factors with the same level in all trials.</summary>
    public IReadOnlyList<FactorInfo> Constant { get; }

    /// <summary>The trials in pictures; those of the findings come first. The index of a trial decides its colour in all
    /// pictures.</summary>
    public IReadOnlyList<TrialResult> Drawn { get; }

    /// <summary>The trials that pictures leave out.</summary>
    public IReadOnlyList<TrialResult> Others { get; }

    public TrialResult? Trial(string id) => _trials.GetValueOrDefault(id);

    public MetricInfo? Metric(string id) => Record.Metrics.FirstOrDefault(m => m.Id == id);

    /// <summary>The names of the trials.</summary>
    public TrialNames Names { get; }

    /// <summary>The causes with their findings and hints.</summary>
    public IReadOnlyList<CauseGroup> Causes { get; }

    /// <summary>The proof on the study's first screen, or null.</summary>
    public Finding? Proof { get; }

    /// <summary>Returns the name of a trial: the levels in which it differs from the baseline, or <c>baseline</c>.</summary>
    public string Name(TrialResult trial) => Names.Of(trial.Id);

    /// <summary>Returns the letter of a drawn trial, the same in all pictures; empty for a trial that pictures leave out.</summary>
    public string Letter(TrialResult trial) => Drawn.ToList().IndexOf(trial) is >= 0 and var index ? $"{(char)('A' + index)}" : "";

    /// <summary>Returns the name of a trial with its letter.</summary>
    public string Label(TrialResult trial) => $"{Letter(trial)} {Name(trial)}".TrimStart();

    public static string Level(TrialResult trial, string factor) => trial.Factors.GetValueOrDefault(factor, Html.Figure.Missing);

    private int Levels(string factor) => Record.Trials.Select(t => Level(t, factor)).Distinct().Count();
}

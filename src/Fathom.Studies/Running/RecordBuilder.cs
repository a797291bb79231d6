using Fathom.Records;

namespace Fathom.Studies.Running;

/// <summary>Collects the replicates of a run and builds records from them. A <see cref="StudyRunner"/> owns one per run.</summary>
internal sealed class RecordBuilder(StudyPlan plan, MachineInfo machine, DateTimeOffset started)
{
    private readonly List<MeasuredReplicate> _measured = [];
    private readonly List<MeasuredReplicate> _setAside = [];
    private readonly List<TrialFailure> _failures = [];

    public void Add(MeasuredReplicate replicate) => _measured.Add(replicate);

    public void SetAside(MeasuredReplicate replicate) => _setAside.Add(replicate);

    public void Add(TrialFailure failure) => _failures.Add(failure);

    public RunRecord Build(TimeSpan elapsed, bool partial)
    {
        var study = plan.Study;
        IReadOnlyList<TrialResult> trials =
            [.. plan.Trials.Select(t => TrialResultBuilder.Build(
                t, study.Metrics, [.. _measured.Where(m => m.Planned.Trial == t.Id)],
                [.. _setAside.Where(m => m.Planned.Trial == t.Id)]))];
        var record = new RunRecord
        {
            Study = study.Name,
            Profile = plan.Profile.ToString().ToLowerInvariant(),
            Seed = plan.Seed,
            Started = started,
            ElapsedSeconds = Math.Round(elapsed.TotalSeconds, 3),
            Partial = partial,
            Title = study.Title,
            Question = study.Question,
            Answer = "",
            Command = CommandOf(plan),
            Machine = machine,
            Factors = FactorsOf(plan),
            Metrics = [.. study.Metrics.Where(m => m.IsMeasuredIn(plan.Trials)).Select(m => m.Info)],
            Trials = trials,
            Failures = [.. _failures],
            LeftOut = [.. plan.LeftOut, .. plan.Shortened is { } shortened ? [shortened] : Array.Empty<string>()],
            Tables = TableBuilder.Build(plan, trials),
            Pictures = study.Pictures,
        };
        var judged = record with { Findings = FindingEngine.Judge(study, plan.Comparisons, record) };
        var measured = MeasuredStudy.Of(study, judged);
        return judged with { Answer = study.Answer(measured), Lines = study.Lines(measured) };
    }

    private static IReadOnlyList<string> CommandOf(StudyPlan plan) =>
    [
        "run", plan.Study.Name, "--profile", plan.Profile.ToString().ToLowerInvariant(), "--seed", $"{plan.Seed}",
        .. plan.Restrictions.SelectMany(r => new[] { "--level", $"{r.Key}={string.Join(",", r.Value)}" }),
    ];

    private static IReadOnlyList<FactorInfo> FactorsOf(StudyPlan plan) =>
    [
        .. plan.Study.Factors(plan.Profile).Select(f => new FactorInfo(
            f.Name, f.Factor.Text, [.. f.Levels.Where(level => plan.Trials.Any(t => t.Levels.Has(level))).Select(l => l.Name)])),
    ];
}

/// <summary>A measured replicate.</summary>
/// <param name="Planned">Its place in the plan.</param>
/// <param name="Figures">What both processes reported.</param>
/// <param name="Disturbance">What disturbed the machine meanwhile; null for nothing.</param>
internal sealed record MeasuredReplicate(PlannedReplicate Planned, ReplicateFigures Figures, string? Disturbance = null);

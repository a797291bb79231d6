using Fathom.Cli.Rendering;
using Fathom.Lab.Reports;
using Fathom.Lab.Results;
using Fathom.Lab.Running;
using Fathom.Lab.Studies;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Cli.Commands;

/// <summary>What <c>fathom run</c> was asked.</summary>
internal sealed record StudySessionOptions
{
    public required IReadOnlyList<StudySpec> Studies { get; init; }

    public required Profile Profile { get; init; }

    public required int Seed { get; init; }

    /// <summary>Where records and report go.</summary>
    public required string Folder { get; init; }

    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Restrictions { get; init; }

    public required bool Quiet { get; init; }

    /// <summary>Whether the user named the studies: one that cannot be run here is then a fault, and else left out.</summary>
    public required bool Named { get; init; }
}

/// <summary>One <c>fathom run</c>: plans every study before the first is measured, runs them, keeps the records, writes the page.</summary>
internal sealed class StudySession(FathomConsole console, StudySessionOptions options)
{
    private readonly RunRecordStore _store = new(options.Folder);
    private readonly List<RunRecord> _records = [];

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        var planned = Plan();
        var catalog = SubjectCatalog.BesideProgram();
        CheckReadiness(planned, catalog);
        var plans = await LinkReadiness.KeepAsync(planned, options.Named, console, interruption.Token);
        var runner = new StudyRunner(new ProcessTrialExecutor(catalog), MachineProbe.Describe(), console.Time);
        foreach (var plan in plans)
        {
            using var progress = ProgressView.For(console, options.Quiet);
            var record = await runner.RunAsync(plan, progress, Keep, interruption.Token);
            Keep(record);
            _records.Add(record);
            StudyView.Write(console.Results(), record);
            if (record.Partial)
            {
                break;
            }
        }

        var report = WriteReport();
        await console.Error.WriteLineAsync($"records and report: {report}");
        return _records.Exists(r => r.Partial) ? ExitCode.Interrupted
            : _records.Exists(r => r.Failures.Count > 0) || plans.Count < planned.Count ? ExitCode.NotHeld
            : ExitCode.Done;
    }

    private List<StudyPlan> Plan()
    {
        try
        {
            return [.. options.Studies.Select(s => StudyPlanner.Plan(s, options.Profile, options.Seed, RestrictionsOf(s)))];
        }
        catch (PlanException e)
        {
            throw CommandException.Usage(e.Message);
        }
    }

    // A factor of another study chosen, or a level of its factor of the same name, is not this one's fault; one that no study has is
    // everybody's.
    private Dictionary<string, IReadOnlyList<string>> RestrictionsOf(StudySpec study)
    {
        IReadOnlyList<string>? LevelsOf(StudySpec s, string factor) =>
            s.Factors(options.Profile).FirstOrDefault(f => f.Name == factor)?.LevelNames.ToList();
        bool IsAnothers(string factor, string level) =>
            LevelsOf(study, factor)?.Contains(level) == false && options.Studies.Any(s => LevelsOf(s, factor)?.Contains(level) == true);
        return options.Restrictions
            .Where(r => LevelsOf(study, r.Key) is not null || options.Studies.All(s => LevelsOf(s, r.Key) is null))
            .Select(r => (r.Key, Levels: (IReadOnlyList<string>)[.. r.Value.Where(level => !IsAnothers(r.Key, level))]))
            .Where(r => r.Levels.Count > 0)
            .ToDictionary(r => r.Key, r => r.Levels);
    }

    // Before anything is measured: what is missing then costs nothing.
    private void CheckReadiness(List<StudyPlan> plans, SubjectCatalog catalog)
    {
        Refusing(_store.CheckWritable);
        try
        {
            foreach (var subject in plans.SelectMany(p => p.Trials)
                .SelectMany(t => new[] { t.Setup.Server.Subject, t.Setup.Client.Subject }).Distinct())
            {
                catalog.StartInfo(subject, []);
            }
        }
        catch (MissingSubjectException e)
        {
            throw CommandException.Missing(e.Message);
        }
    }

    private void Keep(RunRecord record) => Refusing(() => _store.Write(record));

    private string WriteReport()
    {
        var path = Path.Combine(options.Folder, "report.html");
        Refusing(() => ReportFile.Write(path, _records));
        return path;
    }

    private static void Refusing(Action act)
    {
        try
        {
            act();
        }
        catch (RunRecordException e)
        {
            throw CommandException.Missing(e.Message);
        }
    }
}

using Fathom.Cli.Rendering;
using Fathom.Machines;
using Fathom.Machines.Prerequisites;
using Fathom.Machines.Watching;
using Fathom.Records;
using Fathom.Records.Reports;
using Fathom.Studies;
using Fathom.Studies.Running;
using Fathom.Studies.Running.Published;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Cli.Commands;

/// <summary>One <c>fathom run</c>: plans all studies, checks the machine, runs the studies, writes records and page.</summary>
internal sealed class StudySession(FathomConsole console, StudySessionOptions options)
{
    private const string StartedSubject = "kestrel";

    private readonly RunRecordStore _store = new(options.Folder);
    private readonly List<RunRecord> _records = [];

    public async Task<int> RunAsync()
    {
        using var interruption = new Interruption();
        SubjectCatalog subjects;
        PublishedSubjects published;
        List<StudyPlan> planned;
        IReadOnlyList<StudyPlan> plans;
        try
        {
            Refusing(_store.CheckWritable);
            planned = Plan();
            subjects = await SubjectsAsync(interruption.Token);
            published = new PublishedSubjects(subjects, console.Machine, console.Time) { Progress = console.Error.WriteLine };
            planned = await FitAsync(planned, subjects, interruption.Token);
            plans = await ReadyAsync(planned, subjects, interruption.Token);
            plans = await RuntimeReadiness.PrepareAsync(plans, published, interruption.Token);
        }
        catch (OperationCanceledException) when (interruption.Token.IsCancellationRequested)
        {
            // Nothing was measured: there is nothing to keep.
            return ExitCode.Interrupted;
        }

        try
        {
            await RunAsync(plans, subjects, published, interruption.Token);
        }
        finally
        {
            if (options.IsJson)
            {
                console.Out.WriteLine(RunRecordJson.SerializeAll(_records));
            }
        }

        return _records.Exists(r => r.Partial) ? ExitCode.Interrupted
            : _records.Exists(r => r.Failures.Count > 0) || plans.Any(p => p.LeftOut.Count > 0) || plans.Count < planned.Count
                ? ExitCode.NotHeld
            : ExitCode.Done;
    }

    private async Task RunAsync(
        IReadOnlyList<StudyPlan> plans, SubjectCatalog subjects, PublishedSubjects published, CancellationToken cancellation)
    {
        var runner = new StudyRunner(
            options.Executor(subjects, published), MachineProbe.Describe(), console.Time, MachineWatches.OfThisSystem());
        foreach (var plan in plans)
        {
            using var progress = ProgressView.For(console, options.Quiet);
            var record = await runner.RunAsync(plan, progress, KeepIfPossible, cancellation);
            _records.Add(record);

            // Before it is written: what took minutes to measure is not lost with a full disk.
            Show(record);
            Keep(record);
            // After each study, so that the page is where its line says even if a later study is interrupted.
            Refusing(() => ReportFile.Write(Page, _records));
            if (record.Partial)
            {
                break;
            }
        }
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

    // A plan with a limit of time has as much in it as this machine does in that time.
    private async Task<List<StudyPlan>> FitAsync(List<StudyPlan> plans, SubjectCatalog subjects, CancellationToken cancellation)
    {
        if (!plans.Exists(p => p.Limit is not null && p.Restrictions.Count == 0))
        {
            return plans;
        }

        var speed = await SpeedOfThisMachineAsync(subjects, cancellation);
        return plans.ConvertAll(p => QuickPlan.Fit(p, speed));
    }

    private async Task<SubjectCatalog> SubjectsAsync(CancellationToken cancellation)
    {
        try
        {
            return await console.Subjects.PrepareAsync(new SubjectBuildView(console, options.Quiet), cancellation);
        }
        catch (MissingSubjectException e)
        {
            throw CommandException.Missing($"run: {e.Message}");
        }
    }

    // The slower of calculating and starting programs. Without a subject there is nothing to start, and the check of the machine says so.
    private async Task<double> SpeedOfThisMachineAsync(SubjectCatalog subjects, CancellationToken cancellation)
    {
        var calculation = MachineSpeed.MeasureCalculation(console.Time);
        if (!subjects.Names.Contains(StartedSubject))
        {
            return calculation;
        }

        var subject = subjects.StartInfo(StartedSubject, SubjectCommand.Describe);
        return await MachineSpeed.MeasureStartsAsync(
            console.Machine, subject.FileName, [.. subject.ArgumentList], console.Time, cancellation) is { } starts
            ? Math.Min(calculation, starts) : calculation;
    }

    // A factor or a level that another chosen study has is dropped for this one. One that no study has stays, and the planner refuses it.
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

    // The plans that can run here, found out before anything is measured: a missing part then costs no time.
    private async Task<IReadOnlyList<StudyPlan>> ReadyAsync(
        List<StudyPlan> plans, SubjectCatalog subjects, CancellationToken cancellation)
    {
        var results = await PrerequisiteCatalog.CheckAsync(
            [StudyPrerequisites.AspNetCore, SubjectPrerequisite.Of(subjects, plans)], console.Machine, cancellation);
        if (results.FirstOrDefault(r => !r.IsPresent) is { } missing)
        {
            throw CommandException.Missing(missing.Message);
        }

        return await LinkReadiness.KeepAsync(plans, options.Named, console, cancellation);
    }

    // What is measured so far, for the case that this process is killed. At the end it is written, or the command fails.
    private void KeepIfPossible(RunRecord record)
    {
        try
        {
            _store.Write(record);
        }
        catch (RunRecordException e)
        {
            console.Error.WriteLine($"fathom: what was measured so far is kept in no file: {e.Message}");
        }
    }

    private void Keep(RunRecord record) => Refusing(() => _store.Write(record));

    private string Page => Path.Combine(options.Folder, "report.html");

    private void Show(RunRecord record)
    {
        var results = options.IsJson ? console.Progress() : console.Results();
        StudySummaryView.Write(results, record, console.Shown(Page));
        if (options.Verbose)
        {
            StudyDetailsView.Write(results, record);
        }
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

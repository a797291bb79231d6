using Fathom.Cli;
using Fathom.Cli.Commands;
using Fathom.Records;
using Fathom.Studies.Running.Sources;
using Fathom.Studies;
using Fathom.TestKit;

namespace Fathom.LinuxTests.Studies;

/// <summary>A study as <c>fathom run</c> runs it, in this process: with links, subjects, record and page, and of a declaration that may be
/// shorter than the study's own. A test owns it.</summary>
internal sealed class StudyRun : IDisposable
{
    private readonly TemporaryFolder _folder = new();

    private StudyRun()
    {
    }

    /// <summary>What was written for the user, wherever its lines end.</summary>
    public string Words { get; private set; } = "";

    /// <summary>What the study measured.</summary>
    public RunRecord Record { get; private set; } = null!;

    /// <summary>The page.</summary>
    public string Page => File.ReadAllText(_folder.PathOf("report.html"));

    /// <summary>Runs it, and asserts that it succeeds and leaves no process.</summary>
    /// <param name="study">The study.</param>
    /// <param name="profile">How much of it.</param>
    /// <param name="levels">Levels to which factors are restricted.</param>
    public static async Task<StudyRun> RunAsync(
        StudySpec study, Profile profile = Profile.Quick, params (string Factor, string[] Levels)[] levels)
    {
        var run = new StudyRun();
        try
        {
            using StringWriter output = new(), error = new();
            var session = new StudySession(
                new FathomConsole
                {
                    Out = output,
                    Error = error,
                    OutIsTerminal = false,
                    ErrorIsTerminal = false,
                    Environment = new Dictionary<string, string> { [SubjectSources.Variable] = BuiltSubjects.Folder },
                    Time = TimeProvider.System,
                    Folder = run._folder.Path,
                },
                new StudySessionOptions
                {
                    Studies = [study],
                    Profile = profile,
                    Seed = 1,
                    Folder = run._folder.Path,
                    Restrictions = levels.ToDictionary(l => l.Factor, l => (IReadOnlyList<string>)l.Levels),
                    Quiet = true,
                    Verbose = true,
                    Named = true,
                });
            (await session.RunAsync()).ShouldBe(ExitCode.Done, error.ToString());
            await Eventually.HoldsAsync(
                () => FathomProcess.DescendantsOf(Environment.ProcessId).Count == 0, "all that it started has ended");
            run.Words = string.Join(' ', output.ToString().Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
            run.Record = new RunRecordStore(run._folder.Path).Read(study.Name);
            run.Record.Failures.ShouldBeEmpty();
            return run;
        }
        catch
        {
            run.Dispose();
            throw;
        }
    }

    public void Dispose() => _folder.Dispose();
}

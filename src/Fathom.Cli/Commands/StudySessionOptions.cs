using Fathom.Studies.Running;
using Fathom.Studies.Running.Published;
using Fathom.Studies;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Cli.Commands;

/// <summary>Options of one <c>fathom run</c>.</summary>
internal sealed record StudySessionOptions
{
    public required IReadOnlyList<StudySpec> Studies { get; init; }

    public required Profile Profile { get; init; }

    public required int Seed { get; init; }

    /// <summary>The folder for records and report.</summary>
    public required string Folder { get; init; }

    public required IReadOnlyDictionary<string, IReadOnlyList<string>> Restrictions { get; init; }

    /// <summary>Whether standard output gets the records, as one array, and standard error the text.</summary>
    public bool IsJson { get; init; }

    public required bool Quiet { get; init; }

    /// <summary>Whether every finding and table is shown after a study, not only its five lines.</summary>
    public required bool Verbose { get; init; }

    /// <summary>Whether the user named the studies. A named study that cannot run here is a fault; another is left out.</summary>
    public required bool Named { get; init; }

    /// <summary>Makes what runs the replicates, of the subjects and those on other runtimes. Default: child processes.</summary>
    public Func<SubjectCatalog, PublishedSubjects, ITrialExecutor> Executor { get; init; } =
        (subjects, published) => new ProcessTrialExecutor(subjects, published: published);
}

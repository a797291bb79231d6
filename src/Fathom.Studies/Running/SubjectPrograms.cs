using System.Diagnostics;
using Fathom.Studies.Running.Published;
using Fathom.SubjectProtocol.Runners;

namespace Fathom.Studies.Running;

/// <summary>Finds the programs of trials: those of the build, and those published for another runtime.</summary>
internal sealed class SubjectPrograms(SubjectCatalog catalog, PublishedSubjects published)
{
    /// <summary>How to start a process, and its environment.</summary>
    /// <param name="side"><c>server</c> or <c>client</c>.</param>
    /// <param name="process">The process.</param>
    /// <param name="cancellation">Ends a publishing.</param>
    /// <exception cref="SubjectException">Its runtime is not available here.</exception>
    public async Task<(ProcessStartInfo Info, IReadOnlyDictionary<string, string> Environment)> FindAsync(
        string side, ProcessSetup process, CancellationToken cancellation)
    {
        if (process.Runtime is null)
        {
            return (catalog.StartInfo(process.Subject, process.Arguments), process.Environment);
        }

        var runtime = PublishedRuntime.Of(process.Runtime);
        var program = await published.ProgramAsync(process.Subject, runtime, cancellation) switch
        {
            PublishOutcome.Available available => available.File,
            PublishOutcome.Unavailable unavailable => throw new SubjectException(side, "start", unavailable.Reason),
            _ => throw new InvalidOperationException("No such outcome."),
        };
        var (environment, reason) = await published.EnvironmentAsync(runtime, process.Environment, cancellation);
        return (new ProcessStartInfo(program, process.Arguments),
            environment ?? throw new SubjectException(side, "start", reason!));
    }
}

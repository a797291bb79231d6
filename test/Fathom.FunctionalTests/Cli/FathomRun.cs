using Fathom.Cli;
using Fathom.Studies.Running.Sources;
using Fathom.TestKit;

namespace Fathom.FunctionalTests.Cli;

/// <summary>One run of <c>fathom</c> from its flags to its exit code, in this process: what it calls and starts is real. Tests of
/// signals and of standard input start it as a process (<see cref="FathomProcess"/>).</summary>
internal sealed record FathomRun(int ExitCode, string Output, string Error)
{
    private static readonly TimeSpan ToEnd = TimeSpan.FromMinutes(2);

    public static Task<FathomRun> OfAsync(params string[] arguments) => WithAsync(new Dictionary<string, string>(), arguments);

    /// <summary>A run with these variables in its environment.</summary>
    public static Task<FathomRun> WithAsync(IReadOnlyDictionary<string, string> environment, params string[] arguments) =>
        RunAsync(environment, Stream.Null, arguments);

    /// <summary>A run whose results are bytes.</summary>
    public static async Task<(int ExitCode, byte[] Output)> BytesOfAsync(params string[] arguments)
    {
        using var output = new MemoryStream();
        var run = await RunAsync(new Dictionary<string, string>(), output, arguments);
        return (run.ExitCode, output.ToArray());
    }

    /// <summary>The output of a run that must succeed.</summary>
    public static async Task<string> OutputOfAsync(params string[] arguments)
    {
        var run = await OfAsync(arguments);
        run.ExitCode.ShouldBe(0, run.Error);
        return run.Output;
    }

    private static async Task<FathomRun> RunAsync(
        IReadOnlyDictionary<string, string> environment, Stream bytes, string[] arguments)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var console = new FathomConsole
        {
            Out = TextWriter.Synchronized(output),
            Error = TextWriter.Synchronized(error),
            OutIsTerminal = false,
            ErrorIsTerminal = false,
            OpenInput = () => Stream.Null,
            OpenOutput = () => bytes,
            Environment = new Dictionary<string, string>(environment) { [SubjectSources.Variable] = BuiltSubjects.Folder },
            Time = TimeProvider.System,
            Folder = Path.GetTempPath(),
        };
        // Without the runner's synchronization context, as in a program.
        var exitCode = await Task.Run(() => FathomProgram.RunAsync(arguments, console)).WaitAsync(ToEnd);
        return new(exitCode, output.ToString(), error.ToString());
    }
}

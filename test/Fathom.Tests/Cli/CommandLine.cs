using Fathom.Cli;

namespace Fathom.Tests.Cli;

/// <summary>Runs <c>fathom</c> in this process, with streams and an environment of the test's.</summary>
internal static class CommandLine
{
    public static async Task<(int ExitCode, string Out, string Error)> RunAsync(
        string[] arguments, Dictionary<string, string>? environment = null, string? folder = null, bool terminal = false)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var exitCode = await FathomProgram.RunAsync(arguments, new FathomConsole
        {
            Out = output,
            Error = error,
            OutIsTerminal = terminal,
            ErrorIsTerminal = false,
            Environment = environment ?? [],
            Time = TimeProvider.System,
            Folder = folder ?? Path.GetTempPath(),
        });
        return (exitCode, output.ToString(), error.ToString());
    }
}

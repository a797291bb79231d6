using Fathom.Cli;
using Fathom.Machines.Prerequisites;

namespace Fathom.Tests.Cli;

/// <summary>Runs <c>fathom check</c> for a machine that is made up.</summary>
internal static class CheckRun
{
    public static async Task<(int ExitCode, string Output)> CheckAsync(IMachine machine, bool terminal = false, string[]? arguments = null)
    {
        using var output = new StringWriter();
        using var error = new StringWriter();
        var exitCode = await FathomProgram.RunAsync(["check", .. arguments ?? []], new FathomConsole
        {
            Out = output,
            Error = error,
            OutIsTerminal = terminal,
            ErrorIsTerminal = false,
            Environment = new Dictionary<string, string> { ["NO_COLOR"] = "1" },
            Time = TimeProvider.System,
            Folder = "",
            Machine = machine,
        });
        error.ToString().ShouldBeEmpty();
        output.ToString().ShouldNotContain("alice");
        return (exitCode, output.ToString());
    }
}

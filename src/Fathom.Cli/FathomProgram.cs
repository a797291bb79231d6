using System.CommandLine;
using Fathom.Cli.Commands;
using Fathom.Cli.Settings;

namespace Fathom.Cli;

/// <summary>The command line: parses it, runs the command, and turns failures into a message and an exit code.</summary>
internal static class FathomProgram
{
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, FathomConsole console)
    {
        try
        {
            var root = CommandRegistry.CreateRoot(console, SettingLayers.Read(arguments, console), arguments);
            HelpPage.Install(root, console);
            // An argument that begins with @ is a file of data, and not of further arguments.
            var parsed = root.Parse(arguments, new ParserConfiguration { ResponseFileTokenReplacer = null });
            if (!IsSuggestion(arguments) && UsageErrors.In(parsed) is { Count: > 0 } errors)
            {
                throw CommandException.Usage(string.Join(Environment.NewLine, errors));
            }

            return await parsed.InvokeAsync(new InvocationConfiguration
            {
                Output = console.Out,
                Error = console.Error,
                EnableDefaultExceptionHandler = false,
                // Long-running commands handle signals themselves (Interruption).
                ProcessTerminationTimeout = null,
            });
        }
        catch (CommandException) when (IsSuggestion(arguments))
        {
            // A value that is not finished.
            return ExitCode.Done;
        }
        catch (CommandException e)
        {
            await console.Error.WriteLineAsync($"fathom: {e.Message}");
            return e.ExitCode;
        }
    }

    // A line that is not finished yet has faults: its completions are asked for.
    private static bool IsSuggestion(IReadOnlyList<string> arguments) =>
        arguments is [{ } first, ..] && first.StartsWith("[suggest", StringComparison.Ordinal);
}

using System.CommandLine;
using Fathom.Cli.Commands;
using Fathom.Cli.Settings;

namespace Fathom.Cli;

/// <summary>The command line: reads it, runs the command, and turns what went wrong into a message and an exit code.</summary>
internal static class FathomProgram
{
    public static async Task<int> RunAsync(IReadOnlyList<string> arguments, FathomConsole console)
    {
        try
        {
            var settings = SettingLayers.Read(arguments, console);
            var root = Root(console, settings);
            settings.RefuseUnknown(root);
            var parsed = root.Parse(arguments);
            if (UsageErrors.In(parsed) is { Count: > 0 } errors)
            {
                throw CommandException.Usage(string.Join(Environment.NewLine, errors));
            }

            return await parsed.InvokeAsync(new InvocationConfiguration
            {
                Output = console.Out,
                Error = console.Error,
                EnableDefaultExceptionHandler = false,
                // Commands that run for long take signals themselves (Interruption).
                ProcessTerminationTimeout = null,
            });
        }
        catch (CommandException e)
        {
            await console.Error.WriteLineAsync($"fathom: {e.Message}");
            return e.ExitCode;
        }
    }

    private static RootCommand Root(FathomConsole console, SettingLayers settings)
    {
        var root = new RootCommand("Finds out why a gRPC call is slow, and proves it.")
        {
            RunCommand.Create(console, settings),
            LinkCommand.Create(console, settings),
            ServeCommand.Create(console, settings),
            ReportCommand.Create(console, settings),
            ProtoCommand.Create(console, settings),
            MediatorCommand.Create(console, settings),
        };
        root.Options.Add(SettingLayers.ConfigOption);
        return root;
    }
}

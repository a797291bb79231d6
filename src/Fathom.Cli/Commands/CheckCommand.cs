using System.CommandLine;
using Fathom.Cli.Rendering;
using Fathom.Cli.Settings;
using Fathom.Machines.Prerequisites;
using Fathom.Studies.Running;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom check</c>: lists what this machine can and cannot do, and what to install.</summary>
internal sealed class CheckCommand : ICommandDefinition
{
    public string Name => "check";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom check", "a table; plain lines in a pipe"),
        new("fathom check --output json", "for scripts"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "Exit code 0: every study can run on this machine. Exit code 3: some cannot; the last line names the commands. The output holds no "
            + "path, host name or user name.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var output = SettingOption.Form(settings, "text", "json");
        var command = new Command("check", "List what this machine can and cannot do, and what to install.") { output };
        command.SetAction(async (parsed, token) =>
        {
            var results = await PrerequisiteCatalog.CheckAsync(
                PrerequisiteCatalog.All.Prepend(SubjectPrerequisite.Of(console.Subjects)), console.Machine, token);
            if (parsed.GetValue(output) == "json")
            {
                await console.Out.WriteLineAsync(CheckView.Json(results));
            }
            else
            {
                CheckView.Write(console, results);
            }

            return CheckView.StoppedCommands(results).Any(c => c.StartsWith("fathom run", StringComparison.Ordinal))
                ? ExitCode.Missing
                : ExitCode.Done;
        });
        return command;
    }
}

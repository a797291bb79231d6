using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary><c>fathom link set</c>: changes a running link.</summary>
internal sealed class LinkSetCommand : ICommandDefinition
{
    public string Name => "link set";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom link set --control link.sock --loss 5%", "more loss; everything else stays"),
        new("fathom link set --control link.sock --preset edge", "another link"),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "The link was started with --control FILE. Its own command finds the file in " + LinkControl.Variable + " and needs no flag. "
            + "Only the user of the link can change it.",
        "What is not named stays as it is; --preset replaces everything. Packets under way arrive when they were due.",
    ];

    // Those of link, in the environment or a file, are of the link that starts, and no change of one that runs.
    public IReadOnlyList<string> SettableFlags { get; } = ["control"];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var impairments = new ImpairmentFlags(CommandSettings.None);
        var control = SettingOption.Text("--control", "The socket of the link, as 'fathom link --control' made it.", "FILE", settings);
        var command = new Command("set", "Change delay, loss, rate and more of a running link.");
        command.AddAll(impairments.All.Append(control));
        command.SetAction(async (parsed, token) =>
        {
            var path = parsed.GetValue(control) ?? throw CommandException.Usage(
                "--control: the link to change is missing; accepted: the file that 'fathom link --control FILE' made");
            var reader = new LinkTextReader();
            var change = impairments.Spec(parsed, console.Folder, reader);
            if (reader.Faults.Count > 0)
            {
                throw CommandException.Usage(string.Join(Environment.NewLine, reader.Faults));
            }

            if (change == new LinkSpec { Reach = change.Reach })
            {
                throw CommandException.Usage("link set: nothing to change; accepted: --preset, or any of --delay, --loss, --rate and more "
                    + "(see 'fathom link set --help')");
            }

            try
            {
                foreach (var line in await LinkControl.ChangeAsync(Path.Combine(console.Folder, path.Text), change, token))
                {
                    console.Out.WriteLine(line);
                }

                return ExitCode.Done;
            }
            catch (LinkPlanException e)
            {
                throw LinkPlanRefusal.Of(e, name => impairments.Setting(parsed, name));
            }
        });
        return command;
    }
}

using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Comparisons;
using Fathom.Cli.Commands.Examinations;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Commands.Loads;
using Fathom.Cli.Commands.Merges;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands;

/// <summary>Every command of <c>fathom</c>, and the root command made of them.</summary>
internal static class CommandRegistry
{
    /// <summary>The commands, in the order of the help.</summary>
    public static IReadOnlyList<ICommandDefinition> All { get; } =
    [
        new DoctorCommand(),
        new LoadCommand(),
        new CallCommand(),
        new ListCommand(),
        new DescribeCommand(),
        new CompareCommand(),
        new MergeCommand(),
        new LinkCommand(),
        new LinkSetCommand(),
        new CheckCommand(),
        new RunCommand(),
        new ServeCommand(),
        new ReportCommand(),
        new ProtoExportCommand(),
        new MediatorInviteCommand(),
        new MediatorRevokeCommand(),
        new MediatorGraphCommand(),
    ];

    // A first word that several commands share, and what they have in common.
    private static readonly Dictionary<string, string> Groups = new()
    {
        ["proto"] = "Convert code-first contracts to .proto.",
        ["mediator"] = "Invite nodes to a mediator's network, revoke nodes, and show the network.",
    };

    /// <summary>Makes the root command for one invocation, and checks the settings file against the flags of all commands. A line that
    /// begins with a command gets that one alone where nothing is set elsewhere: to make the others was an eighth of what 'load' had
    /// compiled when it ended, for the names of all studies and the flags of all subjects.</summary>
    /// <exception cref="CommandException">The settings file has a key that is no flag.</exception>
    public static RootCommand CreateRoot(FathomConsole console, SettingLayers settings, IReadOnlyList<string> arguments)
    {
        List<ICommandDefinition> named = arguments is [{ } first, ..] && settings.AreEmpty
            ? [.. All.Where(c => c.Name.Split(' ')[0] == first)] : [];
        var root = new RootCommand("Fathom finds out why a gRPC call is slow, and proves it.");
        var flags = new List<(string, IReadOnlyList<string>)>();
        foreach (var command in named.Count > 0 ? named : All)
        {
            var created = command.Create(console, settings.Of(command.Name));
            (command.Name.Split(' ') is [var group, _] ? Group(root, group) : root).Add(created);
            flags.Add((command.Name, [.. FlagsOf(created).Distinct().Where(f => command.SettableFlags?.Contains(f) ?? true)]));
        }

        root.Options.Add(SettingLayers.ConfigOption);
        settings.Check(new FlagIndex(flags));
        return root;
    }

    /// <summary>The full name of a command: <c>mediator invite</c>; empty for the root.</summary>
    public static string NameOf(Command command) => command is RootCommand
        ? ""
        : $"{NameOf(command.Parents.OfType<Command>().First())} {command.Name}".TrimStart();

    // Flags of a command that makes commands of its own, as 'serve' does for subjects, stand in its own section.
    private static IEnumerable<string> FlagsOf(Command command) =>
        command.Options.Select(o => o.Name.TrimStart('-')).Concat(command.Subcommands.SelectMany(FlagsOf));

    private static Command Group(RootCommand root, string name)
    {
        if (root.Subcommands.FirstOrDefault(c => c.Name == name) is { } existing)
        {
            return existing;
        }

        var group = new Command(name, Groups[name]);
        root.Add(group);
        return group;
    }
}

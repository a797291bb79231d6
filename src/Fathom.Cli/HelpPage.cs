using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Fathom.Cli.Commands;
using Fathom.Cli.Rendering;

namespace Fathom.Cli;

/// <summary>
/// The help of <c>fathom</c> and of each command, in 80 columns: what the command does, its form, examples, arguments, flags, notes.
/// </summary>
internal sealed class HelpPage(TextWriter output) : SynchronousCommandLineAction
{
    private const int MaxLeft = 26;

    private static readonly CommandExample[] FirstSteps =
    [
        new("fathom doctor TARGET --call my.Shop/Buy", "why a service is slow, and the proof"),
        new("fathom doctor -- COMMAND", "why a program is slow, and the proof"),
        new("fathom load TARGET --call my.Shop/Buy", "latency and errors under load"),
        new("fathom list TARGET", "the services of a server"),
        new("fathom link --delay 50ms -- COMMAND", "a command behind a slow network"),
        new("fathom run", "published measurements, explained"),
        new("fathom check", "what this machine can do, and lacks"),
    ];

    public override bool ClearsParseErrors => true;

    /// <summary>Makes <c>--help</c> print these pages.</summary>
    public static void Install(RootCommand root, FathomConsole console)
    {
        root.Options.OfType<HelpOption>().Single().Action = new HelpPage(console.Out);
    }

    public override int Invoke(ParseResult parseResult)
    {
        var command = parseResult.CommandResult.Command;
        foreach (var line in command is RootCommand root ? Root(root) : Page(command))
        {
            output.WriteLine(line);
        }

        return ExitCode.Done;
    }

    private static IEnumerable<string> Root(RootCommand root) =>
    [
        .. TextLayout.Wrap(root.Description!),
        "",
        "First steps:",
        .. Examples(FirstSteps),
        "",
        "Commands:",
        .. TextLayout.Columns(CommandRegistry.All.Select(c => (c.Name, Find(root, c.Name).Description!)), MaxLeft),
        "",
        "Flags of every command:",
        .. TextLayout.Columns(CommandSyntax.Flags(root), MaxLeft),
        "",
        .. TextLayout.Wrap("'fathom COMMAND --help' shows a command's flags. Any flag may also stand in a YAML file (--config) or in the "
            + "environment, as in FATHOM_RUN_PROFILE=full."),
    ];

    private static IEnumerable<string> Page(Command command)
    {
        var name = CommandRegistry.NameOf(command);
        var definition = CommandRegistry.All.FirstOrDefault(c => c.Name == name);
        List<string> page = [.. TextLayout.Wrap(command.Description!), "", $"Usage: {CommandSyntax.Usage(command, name)}"];
        void Section(string title, IEnumerable<string> lines)
        {
            page.AddRange(["", title, .. lines]);
        }

        if (definition?.Examples is { Count: > 0 } examples)
        {
            Section("Examples:", Examples(examples));
        }

        if (command.Subcommands.Count > 0)
        {
            Section("Commands:", TextLayout.Columns(command.Subcommands.Select(c => ($"{name} {c.Name}", c.Description!)), MaxLeft));
        }

        if (command.Arguments.Count > 0)
        {
            Section("Arguments:", TextLayout.Columns(command.Arguments.Select(a => (a.Name, a.Description!)), MaxLeft));
        }

        Section("Flags:", TextLayout.Columns(CommandSyntax.Flags(command), MaxLeft));
        foreach (var note in definition?.Notes ?? [])
        {
            page.AddRange(["", .. TextLayout.Wrap(note)]);
        }

        return page;
    }

    private static IEnumerable<string> Examples(IReadOnlyList<CommandExample> examples)
    {
        var left = examples.Max(e => e.Line.Length);
        // Beside the command line where all fit, else below it.
        return examples.All(e => left + 4 + e.Does.Length <= TextLayout.Width)
            ? examples.Select(e => $"  {e.Line.PadRight(left)}  {e.Does}")
            : examples.SelectMany(e => (string[])[$"  {e.Line}", .. TextLayout.Wrap(e.Does, 6)]);
    }

    private static Command Find(Command root, string name) =>
        name.Split(' ').Aggregate(root, (command, word) => command.Subcommands.First(c => c.Name == word));
}

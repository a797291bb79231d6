using System.CommandLine;
using System.CommandLine.Help;
using System.CommandLine.Invocation;
using Fathom.Cli.Commands;
using Fathom.Cli.Rendering;
using Fathom.Cli.Settings;

namespace Fathom.Cli;

/// <summary>
/// The help of <c>fathom</c> and of each command, in 80 columns: what the command does, its form, examples, arguments, flags, notes.
/// </summary>
internal sealed class HelpPage(TextWriter output) : SynchronousCommandLineAction
{
    private const int MaxLeft = 26;

    private static readonly CommandExample[] FirstSteps =
    [
        new("fathom check", "what this machine can do, what to install"),
        new("fathom run channels", "one study: names a cause, and proves it"),
        new("fathom run", "every study; see fathom-out/report.html"),
        new("fathom link --delay 50ms -- COMMAND", "a command behind a slow network"),
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
        .. Flags(root),
        "",
        .. TextLayout.Wrap("'fathom COMMAND --help' shows a command's flags. Any flag may also stand in a YAML file (--config) or in the "
            + "environment, as in FATHOM_RUN_PROFILE=full."),
    ];

    private static IEnumerable<string> Page(Command command)
    {
        var name = CommandRegistry.NameOf(command);
        var definition = CommandRegistry.All.FirstOrDefault(c => c.Name == name);
        List<string> page = [.. TextLayout.Wrap(command.Description!), "", $"Usage: {Usage(command, name)}"];
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

        Section("Flags:", Flags(command));
        foreach (var note in definition?.Notes ?? [])
        {
            page.AddRange(["", .. TextLayout.Wrap(note)]);
        }

        return page;
    }

    private static string Usage(Command command, string name) => string.Join(' ',
    [
        "fathom", name, .. command.Subcommands.Count > 0 ? (string[])["COMMAND"] : [], "[flags]",
        .. command.Arguments.Select(a => (a.Arity.MinimumNumberOfValues, a.Arity.MaximumNumberOfValues) switch
        {
            (0, 1) => $"[{a.Name}]",
            (0, _) => name == "link" ? $"[-- {a.Name}...]" : $"[{a.Name}...]",
            (_, 1) => a.Name,
            _ => $"{a.Name}...",
        }),
    ]);

    private static IEnumerable<string> Flags(Command command)
    {
        var own = command.Options.Where(o => !o.Hidden && o is not HelpOption && o is not VersionOption && !o.Recursive).Select(Row);
        IEnumerable<(string, string)> common =
        [
            ("--config FILE", SettingLayers.ConfigOption.Description!),
            ("-h, --help", "Show this help."),
            .. command is RootCommand ? [("--version", "Show the version.")] : Array.Empty<(string, string)>(),
        ];
        return TextLayout.Columns(own.Concat(common), MaxLeft);
    }

    private static (string Left, string Text) Row(Option option)
    {
        var names = string.Join(", ", option.Aliases.Append(option.Name).OrderBy(n => n.Length));
        var values = option.Arity.MaximumNumberOfValues == 0 || option.ValueType == typeof(bool) ? "" : $" {option.HelpName}";
        return (names + values, option.Description!);
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

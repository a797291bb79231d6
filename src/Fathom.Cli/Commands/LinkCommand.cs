using System.CommandLine;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom link</c>: puts a command, or a port, behind an imperfect link.</summary>
internal sealed class LinkCommand : ICommandDefinition
{
    public string Name => "link";

    public IReadOnlyList<CommandExample> Examples { get; } =
    [
        new("fathom link --preset study-1 --listen 1080 --to localhost:5001",
            "Puts the link in front of a port: connect to localhost:1080 instead."),
        new("fathom link --delay 50ms --listen 8000 -- python3 -m http.server", "Runs a server at the far end, for clients outside."),
        new("fathom link --loss 1% --to localhost:5001 -- CLIENT", "Runs a client at the near end, for a server outside."),
        new("fathom link --preset 3g --reach localhost:5001 -- CLIENT",
            "Runs an unmodified client: localhost:5001 is reached through the link, everything else is not reached."),
        new("fathom link --rate 10mbit --shell",
            "Opens a shell at the near end; '$FATHOM_LINK_AT_FAR COMMAND' in it runs a command at the far end."),
    ];

    public IReadOnlyList<string> Notes { get; } =
    [
        "A link has two ends. Each is a network of its own with the kernel's own TCP; no root is needed. COMMAND runs at an end, with the "
            + "ends' addresses in FATHOM_LINK_NEAR and FATHOM_LINK_FAR, and its exit code is fathom's.",
        "--listen and --to relay connections between an end and the outside. A program outside therefore sees the acknowledgements of the "
            + "relay, not of its peer. A program that depends on acknowledgements or congestion control must itself run at an end.",
        "The impairments (--delay, --jitter, --jitter-kind, --reorder, --loss, --duplicate, --corrupt, --rate, --trace, --queue, --break) "
            + "apply to both directions. With up- in front (--up-delay) they apply from the near end to the far end, with down- "
            + "(--down-loss) from the far end to the near end.",
        "--output json writes one document when the link ends: its plan, the round trip that was measured, and what became of packets. The "
            + "standard output of COMMAND then goes to standard error.",
        $"Presets: {string.Join("; ", LinkPreset.All.Select(p => $"{p.Name}: {p.Source}"))}.",
    ];

    public Command Create(FathomConsole console, CommandSettings settings)
    {
        var flags = new LinkFlags(settings);
        var control = SettingOption.Text("--control", "Make this socket, through which 'fathom link set' changes the link while it runs.",
            "FILE", settings);
        var shell = SettingOption.Switch("--shell", "Run a shell ($SHELL) instead of COMMAND.", settings);
        var quiet = SettingOption.Switch("--quiet", "Show errors only.", settings, "-q");
        var form = SettingOption.Form(settings, "text", "json");
        var words = new Argument<string[]>("COMMAND")
        {
            Description = "The command to run at an end, after '--': at the far end with --listen, else at the near end.",
            Arity = ArgumentArity.ZeroOrMore,
        };
        var command = new Command("link", "Put a command, or a port, behind a slow or lossy network, without root.") { words };
        command.AddAll(flags.All.Concat([control, shell, form, quiet]));
        command.SetAction((parsed, _) =>
        {
            var run = Command(parsed, words, parsed.GetValue(shell), console);
            var plan = flags.Plan(parsed, console.Folder);
            LinkUse.Check(plan, run);
            var socket = parsed.GetValue(control) is { } file ? Path.Combine(console.Folder, file.Text) : null;
            return new LinkSession(console, plan, run, socket, parsed.GetValue(quiet), parsed.GetValue(form) == "json").RunAsync();
        });
        return command;
    }

    private static string[]? Command(ParseResult parsed, Argument<string[]> words, bool shell, FathomConsole console)
    {
        var given = parsed.GetValue(words) ?? [];
        if (UsageErrors.WordsBeforeDashes(parsed).FirstOrDefault() is { } early)
        {
            throw CommandException.Usage(
                $"link: '{early}' is not expected here; a command follows '--', as in: fathom link --delay 50ms -- "
                    + $"{string.Join(' ', given)}");
        }

        return (shell, given) switch
        {
            (true, { Length: > 0 }) => throw CommandException.Usage(
                $"--shell: a shell or a command is accepted, not both (the command is '{given[0]}')"),
            (true, _) => [console.Environment.GetValueOrDefault("SHELL") is { Length: > 0 } own ? own : "/bin/sh"],
            (_, { Length: > 0 }) => given,
            _ => null,
        };
    }
}

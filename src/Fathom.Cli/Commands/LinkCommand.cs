using System.CommandLine;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands;

/// <summary><c>fathom link</c>: puts a command, or a port, behind an imperfect link.</summary>
internal static class LinkCommand
{
    private const string Help = """
        Put a command, or a port, behind an imperfect link, without root.

        A link has two ends, each a network of its own with the kernel's own TCP. What --listen opens outside is carried in at the near end; --to carries
        what arrives at the far end out again; COMMAND runs at the end that is not carried, with FATHOM_LINK_NEAR and FATHOM_LINK_FAR set to the two
        addresses, and fathom ends with its exit code.

          fathom link --preset study-1 --listen 1080 --to localhost:5001       in front of a port that is there
          fathom link --delay 50ms --listen 8000 -- python3 -m http.server     a server at the far end, clients outside
          fathom link --loss 1% --to localhost:5001 -- CLIENT                  a client at the near end, the server outside
          fathom link --rate 10mbit --shell                                    a shell at the near end; $FATHOM_LINK_AT_FAR COMMAND runs one at the far end

        Forwarded connections are relayed: whoever is outside sees the relay's acknowledgements and not its peer's. What depends on them (a server that
        waits for its client to acknowledge, congestion control) must itself run at an end.

        --delay, --jitter, --jitter-kind, --reorder, --loss, --duplicate, --corrupt, --rate, --trace and --queue set both directions; with up- or down- in front
        (--up-delay, --down-loss) one: up is from the near end to the far end.
        """;

    public static Command Create(FathomConsole console, SettingLayers settings)
    {
        var flags = new LinkFlags(settings);
        var shell = SettingOption.Switch("--shell", "run a shell ($SHELL) in place of COMMAND", settings);
        var quiet = SettingOption.Switch("--quiet", "say nothing but errors", settings, "-q");
        var words = new Argument<string[]>("COMMAND") { Description = "what to run at the end that is not carried, after '--'",
            Arity = ArgumentArity.ZeroOrMore };
        var command = new Command("link", Help) { words };
        foreach (var option in flags.All.Concat([shell, quiet]))
        {
            command.Options.Add(option);
        }

        command.SetAction((parsed, _) =>
        {
            var run = Command(parsed, words, parsed.GetValue(shell), console);
            var plan = flags.Plan(parsed, console.Folder);
            LinkUse.Check(plan, run);
            return new LinkSession(console, plan, run, parsed.GetValue(quiet)).RunAsync();
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
                $"--shell: a shell or a command, not both (the command is '{given[0]}')"),
            (true, _) => [console.Environment.GetValueOrDefault("SHELL") is { Length: > 0 } own ? own : "/bin/sh"],
            (_, { Length: > 0 }) => given,
            _ => null,
        };
    }
}

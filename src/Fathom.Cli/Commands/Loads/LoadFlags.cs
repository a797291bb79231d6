using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The flags of <c>fathom load</c>, under the names that users of ghz, k6 and grpcurl know.</summary>
internal sealed class LoadFlags
{
    private readonly CommandSettings _settings;
    private readonly Dictionary<string, Option<SettingValue?>> _texts = [];
    private readonly Dictionary<string, Option<IReadOnlyList<SettingValue>>> _lists = [];
    private readonly Dictionary<string, Option<bool>> _switches = [];
    private readonly List<Option> _all = [];

    public LoadFlags(CommandSettings settings)
    {
        _settings = settings;
        (Schema, Server) = (new SchemaFlags(settings), new ServerFlags(settings));
        Request = new RequestFlags(settings, "The request: JSON, @FILE, or @ for standard input. Default: an empty message. Several "
            + "messages are sent in turn.", "--data and --check");
        Text("call", "The method, package.Service/Method.", "SERVICE/METHOD");
        Text("mix", "Several unary methods by weight, such as 'Buy:3,Find:7'; --call names their service. Default weight 1.",
            "METHOD:N,...");
        List("mix-data", "The request of a method of --mix, in the form of --data. Default: that of --data. Repeatable.", "METHOD=DATA");
        _all.AddRange(Request.All);
        Text("check", "The reply that each call must have, in the form of --data: one, or one for each message of --data. Default: any.",
            "DATA");
        Text("concurrency", "Calls in flight: always so many in a closed loop, at most in an open loop. Default 50 in a closed loop.", "N",
            "-c");
        Text("total", "End after so many calls. Default 200, unless --duration or --stage is set.", "N", "-n");
        Text("duration", "Start calls for so long.", "TIME", "-z");
        Text("rps", "Open loop: start so many calls a second.", "RATE", "-r");
        List("stage", "Open loop: change the rate linearly to RATE within TIME; 0s is a step. Repeatable.", "TIME:RATE");
        Word("arrivals", "Open loop: evenly spaced, or random and independent. Default constant.", "arrivals", ["constant", "poisson"]);
        Text("connections", "Connections. Default 1; over HTTP/1.1 one for each call in flight, 100 with --rps.", "N");
        Word("channel", "When connections are opened: before the run, when it starts, or for each call. Default reused.", "a channel",
            ["reused", "new", "per-call"]);
        Text("threads", "Event loops, over which connections are spread. Default: one per connection, up to the processors.", "N");
        Text("skip-first", "Count the first N calls apart, as warm-up. Default 0.", "N");
        Text("max-errors", "End the run, with exit code 1, when more than N calls have failed.", "N");
        List("threshold", "What the run must hold: 'p99<20ms', 'errors<1%', 'rate>=1000'. Repeatable.", "FIGURE<VALUE");
        Text("deadline", "Deadline of each call. Default: none.", "TIME");
        Text("stream-for", "End a stream after so long, which is no failure; the client's side of a stream stays open until then. Default: "
            + "streams last until one side ends them.", "TIME");
        Text("accept-status", "Statuses other than OK with which a call succeeds, such as NotFound,AlreadyExists. Default: none.",
            "STATUS,...");
        Text("seed", "Seed of random arrivals and of templates. Default 1.", "N");
        Text("shard", "Do part I of N of the plan: rates and calls are split without overlap.", "I/N");
        Text("start-at", "Begin then, UTC, such as 2026-01-31T12:00:00Z: all parts of a plan together. Default: at once.", "TIME");
        Switch("find-capacity", "Find the highest rate at which every --threshold holds; --duration is that of one trial.");
        Text("out", "The folder for record and page. Default fathom-out.", "DIR", "-o");
        Word("output", "What standard output gets. Default summary.", "an output",
            ["summary", "json", "junit", "csv", "jsonl", "prometheus"]);
        Switch("stop-with-input", "End, as by Ctrl-C, when standard input ends: for programs that start this one.");
        Switch("quiet", "Show no progress.", "-q");
    }

    /// <summary>The flags, for the command.</summary>
    public IEnumerable<Option> All => [.. _all, .. Schema.All, .. Server.All];

    /// <summary>Where descriptors come from, as for <c>fathom call</c>.</summary>
    public SchemaFlags Schema { get; }

    /// <summary>What the method is sent, as for <c>fathom call</c>.</summary>
    public RequestFlags Request { get; }

    /// <summary>How the server is reached, as for <c>fathom call</c>.</summary>
    public ServerFlags Server { get; }

    /// <summary>The values on one command line.</summary>
    public LoadFlagValues Read(ParseResult parsed) => new(
        _texts.ToDictionary(t => t.Key, t => parsed.GetValue(t.Value)),
        _lists.ToDictionary(t => t.Key, t => parsed.GetValue(t.Value) ?? []),
        _switches.Where(s => parsed.GetValue(s.Value)).Select(s => s.Key).ToHashSet());

    private void Text(string name, string help, string valueName, params string[] aliases) =>
        Add(_texts, name, SettingOption.Text($"--{name}", help, valueName, _settings), aliases);

    private void Word(string name, string help, string kind, IReadOnlyList<string> accepted) =>
        Add(_texts, name, SettingOption.Word($"--{name}", help, kind, accepted, _settings), []);

    private void List(string name, string help, string valueName, params string[] aliases) => Add(_lists, name,
        SettingOption.Many($"--{name}", help, valueName, _settings,
            (where, value) => new SettingValue(SettingReader.Text(where, value), where)), aliases);

    private void Switch(string name, string help, params string[] aliases) =>
        Add(_switches, name, SettingOption.Switch($"--{name}", help, _settings), aliases);

    private void Add<T>(Dictionary<string, Option<T>> flags, string name, Option<T> option, string[] aliases)
    {
        foreach (var alias in aliases)
        {
            option.Aliases.Add(alias);
        }

        flags.Add(name, option);
        _all.Add(option);
    }
}

using System.CommandLine;
using Fathom.Cli.Commands.Calls;
using Fathom.Cli.Commands.Calls.Servers;
using Fathom.Cli.Settings;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The flags of <c>fathom load</c>, under the names that users of ghz, k6 and grpcurl know.</summary>
internal sealed class LoadFlags(CommandSettings settings)
{
    /// <summary>Where descriptors come from, as for <c>fathom call</c>.</summary>
    public SchemaFlags Schema { get; } = new(settings);

    /// <summary>What the method is sent, as for <c>fathom call</c>.</summary>
    public RequestFlags Request { get; } = new(settings, "The request: JSON, @FILE, or @ for standard input. Default: an empty message. "
        + "Several messages are sent in turn.", "--data and --check");

    /// <summary>How the server is reached, as for <c>fathom call</c>.</summary>
    public ServerFlags Server { get; } = new(settings);

    public Option<SettingValue?> Call { get; } = SettingOption.Text("--call", "The method, package.Service/Method.", "SERVICE/METHOD",
        settings);

    public Option<SettingValue?> Mix { get; } = SettingOption.Text("--mix", "Several unary methods by weight, such as 'Buy:3,Find:7'; "
        + "--call names their service. Default weight 1.", "METHOD:N,...", settings);

    public Option<IReadOnlyList<SettingValue>> MixData { get; } = SettingOption.Texts("--mix-data", "The request of a method of --mix, in "
        + "the form of --data. Default: that of --data. Repeatable.", "METHOD=DATA", settings);

    public Option<SettingValue?> Check { get; } = SettingOption.Text("--check", "The reply that each call must have, in the form of "
        + "--data: one, or one for each message of --data. Default: any.", "DATA", settings);

    public Option<SettingValue?> Concurrency { get; } = SettingOption.Text("--concurrency", "Calls in flight: always so many in a closed "
        + "loop, at most in an open loop. Default 50 in a closed loop.", "N", settings, "-c");

    public Option<SettingValue?> Total { get; } = SettingOption.Text("--total", "End after so many calls. Default 200, unless --duration "
        + "or --stage is set.", "N", settings, "-n");

    public Option<SettingValue?> Duration { get; } = SettingOption.Text("--duration", "Start calls for so long.", "TIME", settings, "-z");

    public Option<SettingValue?> Rate { get; } = SettingOption.Text("--rps", "Open loop: start so many calls a second.", "RATE", settings,
        "-r");

    public Option<IReadOnlyList<SettingValue>> Stage { get; } = SettingOption.Texts("--stage", "Open loop: change the rate linearly to "
        + "RATE within TIME; 0s is a step. Repeatable.", "TIME:RATE", settings);

    public Option<SettingValue?> Arrivals { get; } = SettingOption.Word("--arrivals", "Open loop: evenly spaced, or random and "
        + "independent. Default constant.", "arrivals", ["constant", "poisson"], settings);

    public Option<SettingValue?> Connections { get; } = SettingOption.Text("--connections", "Connections. Default 1; over HTTP/1.1 one for "
        + "each call in flight, 100 with --rps.", "N", settings);

    public Option<SettingValue?> Channel { get; } = SettingOption.Word("--channel", "When connections are opened: before the run, when it "
        + "starts, or for each call. Default reused.", "a channel", ["reused", "new", "per-call"], settings);

    public Option<SettingValue?> Threads { get; } = SettingOption.Text("--threads", "Event loops, over which connections are spread. "
        + "Default: one per connection, up to the processors.", "N", settings);

    public Option<SettingValue?> SkipFirst { get; } = SettingOption.Text("--skip-first", "Count the first N calls apart, as warm-up. "
        + "Default 0.", "N", settings);

    public Option<SettingValue?> MaxErrors { get; } = SettingOption.Text("--max-errors", "End the run, with exit code 1, when more than N "
        + "calls have failed.", "N", settings);

    public Option<IReadOnlyList<SettingValue>> Threshold { get; } = SettingOption.Texts("--threshold", "What the run must hold: "
        + "'p99<20ms', 'errors<1%', 'rate>=1000'. Repeatable.", "FIGURE<VALUE", settings);

    public Option<SettingValue?> Deadline { get; } = SettingOption.Text("--deadline", "Deadline of each call. Default: none.", "TIME",
        settings);

    public Option<SettingValue?> StreamFor { get; } = SettingOption.Text("--stream-for", "End a stream after so long, which is no failure; "
        + "the client's side of a stream stays open until then. Default: streams last until one side ends them.", "TIME", settings);

    public Option<SettingValue?> AcceptStatus { get; } = SettingOption.Text("--accept-status", "Statuses other than OK with which a call "
        + "succeeds, such as NotFound,AlreadyExists. Default: none.", "STATUS,...", settings);

    public Option<SettingValue?> Seed { get; } = SettingOption.Text("--seed", "Seed of random arrivals and of templates. Default 1.", "N",
        settings);

    public Option<SettingValue?> Shard { get; } = SettingOption.Text("--shard", "Do part I of N of the plan: rates and calls are split "
        + "without overlap.", "I/N", settings);

    public Option<SettingValue?> StartAt { get; } = SettingOption.Text("--start-at", "Begin then, UTC, such as 2026-01-31T12:00:00Z: all "
        + "parts of a plan together. Default: at once.", "TIME", settings);

    public Option<bool> FindCapacity { get; } = SettingOption.Switch("--find-capacity", "Find the highest rate at which every --threshold "
        + "holds; --duration is that of one trial.", settings);

    public Option<SettingValue?> Out { get; } = SettingOption.Text("--out", "The folder for record and page. Default fathom-out.", "DIR",
        settings, "-o");

    public Option<SettingValue?> Output { get; } = SettingOption.Word("--output", "What standard output gets. Default summary.",
        "an output", ["summary", "json", "junit", "csv", "jsonl", "prometheus"], settings);

    public Option<bool> StopWithInput { get; } = SettingOption.Switch("--stop-with-input", "End, as by Ctrl-C, when standard input ends: "
        + "for programs that start this one.", settings);

    public Option<bool> Quiet { get; } = SettingOption.Switch("--quiet", "Show no progress.", settings, "-q");

    /// <summary>The flags, for the command.</summary>
    public IEnumerable<Option> All =>
    [
        Call, Mix, MixData, .. Request.All, Check, Concurrency, Total, Duration, Rate, Stage, Arrivals, Connections, Channel, Threads,
        SkipFirst, MaxErrors, Threshold, Deadline, StreamFor, AcceptStatus, Seed, Shard, StartAt, FindCapacity, Out, Output, StopWithInput,
        Quiet, .. Schema.All, .. Server.All,
    ];

    /// <summary>The arguments that repeat a run, for its record. Values that can be secret or name this machine are left out: metadata,
    /// data in the line, names of files, and the host.</summary>
    public IReadOnlyList<string> Repeat(string target, ParseResult parsed) =>
    [
        "load", target.StartsWith("http://", StringComparison.Ordinal) ? "http://TARGET" : "TARGET",
        .. new[]
        {
            Call, Mix, Concurrency, Total, Duration, Rate, Arrivals, Connections, Channel, Threads, SkipFirst, MaxErrors, Deadline,
            StreamFor, AcceptStatus, Seed, Shard,
        }.SelectMany(flag => parsed.GetValue(flag) is { } value ? (string[])[flag.Name, value.Text] : []),
        .. parsed.GetValue(Check) is null ? Array.Empty<string>() : [Check.Name, "..."],
        .. parsed.GetValue(MixData)!.SelectMany(d => (string[])[MixData.Name, $"{d.Text.Split('=')[0]}=..."]),
        .. Request.Repeat(parsed), .. Schema.Repeat(parsed), .. Server.Repeat(parsed),
        .. new[] { Stage, Threshold }.SelectMany(flag => parsed.GetValue(flag)!.SelectMany(v => (string[])[flag.Name, v.Text])),
        .. parsed.GetValue(FindCapacity) ? [FindCapacity.Name] : Array.Empty<string>(),
    ];
}

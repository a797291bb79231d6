using System.CommandLine;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The arguments that repeat a run, for its record. Values that can be secret or name this machine are left out: metadata, data
/// in the line, names of files, and the host.</summary>
internal static class LoadCommandLine
{
    private static readonly string[] Repeated =
    [
        "call", "mix", "concurrency", "total", "duration", "rps", "arrivals", "connections", "channel", "threads", "skip-first",
        "max-errors", "deadline", "stream-for", "accept-status", "seed", "shard",
    ];

    public static IReadOnlyList<string> Of(string target, LoadFlags all, ParseResult parsed, LoadFlagValues flags) =>
    [
        "load", target.StartsWith("http://", StringComparison.Ordinal) ? "http://TARGET" : "TARGET",
        .. Repeated.SelectMany(name => flags.Text(name) is { } value ? (string[])[$"--{name}", value] : []),
        .. flags.Text("check") is not null ? (string[])["--check", "..."] : [],
        .. flags.List("mix-data").SelectMany(d => (string[])["--mix-data", $"{d.Text.Split('=')[0]}=..."]),
        .. all.Request.Repeat(parsed), .. all.Schema.Repeat(parsed), .. all.Server.Repeat(parsed),
        .. ((string[])["stage", "threshold"]).SelectMany(name => flags.List(name).SelectMany(v => (string[])[$"--{name}", v.Text])),
        .. flags.Has("find-capacity") ? (string[])["--find-capacity"] : [],
    ];
}

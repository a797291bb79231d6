using System.CommandLine;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The arguments that repeat a run, for its record. Values that can be secret or name this machine are left out: metadata, data
/// in the line, names of files, and the host.</summary>
internal static class LoadCommandLine
{
    private static readonly string[] Repeated =
    [
        "call", "mix", "kind", "data-format", "concurrency", "total", "duration", "rps", "arrivals", "connections", "channel", "threads",
        "skip-first", "max-errors", "deadline", "stream-for", "accept-status", "seed", "shard",
    ];

    private static readonly string[] Hidden = ["data", "check"];

    public static IReadOnlyList<string> Of(string target, LoadFlags all, ParseResult parsed, LoadFlagValues flags) =>
    [
        "load", target.StartsWith("http://", StringComparison.Ordinal) ? "http://TARGET" : "TARGET",
        .. Repeated.SelectMany(name => flags.Text(name) is { } value ? (string[])[$"--{name}", value] : []),
        .. Hidden.SelectMany(name => flags.Text(name) is not null ? (string[])[$"--{name}", "..."] : []),
        .. flags.List("mix-data").SelectMany(d => (string[])["--mix-data", $"{d.Text.Split('=')[0]}=..."]),
        .. all.Schema.Repeat(parsed), .. all.Server.Repeat(parsed),
        .. ((string[])["stage", "threshold"]).SelectMany(name => flags.List(name).SelectMany(v => (string[])[$"--{name}", v.Text])),
        .. flags.Has("find-capacity") ? (string[])["--find-capacity"] : [],
    ];
}

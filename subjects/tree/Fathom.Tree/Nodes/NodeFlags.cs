using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Hosts;

namespace Fathom.Tree.Nodes;

/// <summary>The flags that all five processes share: where they listen, and what is wrong with them.</summary>
public static class NodeFlags
{
    /// <summary>The library of the services.</summary>
    public static readonly SubjectFlag<string> Library = SubjectFlag.Word(
        "--library", "Library of the gRPC services and of the calls to them.", "protobuf-net",
        new FlagChoice("protobuf-net"), new FlagChoice("fathom"));

    /// <summary>Whether calls and lookups block a thread.</summary>
    public static readonly SubjectFlag<string> Call = SubjectFlag.Word(
        "--call", "How the process waits for a reply: async awaits it, blocking holds the thread with GetResult().", "async",
        new FlagChoice("async"), new FlagChoice("blocking"));

    /// <summary>The life of a channel.</summary>
    public static readonly SubjectFlag<string> Channel = SubjectFlag.Word(
        "--channel", "Channel to another service: one for all requests, or a new one per request.", "shared",
        new FlagChoice("shared"), new FlagChoice("new"));

    /// <summary>The minimum of the thread pool.</summary>
    public static readonly SubjectFlag<int?> MinThreads =
        SubjectFlag.OptionalNumber("--min-threads", "For ThreadPool.SetMinThreads; the processors unless given.", 1, 1000);

    /// <summary>A slow process.</summary>
    public static readonly SubjectFlag<int> Delay =
        SubjectFlag.Number("--delay-ms", "Milliseconds that each request waits for something outside.", 0, 60_000, 0);

    /// <summary>A lock around every request.</summary>
    public static readonly SubjectFlag<bool> Lock = SubjectFlag.Switch("--lock", "One lock lets one request at a time pass.");

    /// <summary>Logging to a slow console.</summary>
    public static readonly SubjectFlag<bool> SlowConsole =
        SubjectFlag.Switch("--slow-console", "Each request writes its log lines to a console that takes 1 ms for a line.");

    /// <summary>What can be wrong with a process.</summary>
    public static IReadOnlyList<SubjectFlag> Faults { get; } = [Call, Channel, MinThreads, Delay, Lock, SlowConsole];

    /// <summary>The file for spans.</summary>
    public static readonly SubjectFlag<string?> Spans =
        SubjectFlag.File("--spans", "File for the spans of traced requests, written at the command 'end'.");

    /// <summary>The port of a service that the process calls.</summary>
    /// <param name="process">Name of the service's process.</param>
    public static SubjectFlag<int> PortOf(string process) => Ports[process];

    private static readonly Dictionary<string, SubjectFlag<int>> Ports =
        new[] { TreeNodes.Service1, TreeNodes.Service2, TreeNodes.Service3 }
        .ToDictionary(p => p, p => SubjectFlag.Number($"--{p}-port", $"Port of {p} on this machine.", 1, ushort.MaxValue, 1));

    /// <summary>The flags of a process.</summary>
    /// <param name="calls">Names of the services that it calls.</param>
    public static IReadOnlyList<SubjectFlag> Of(params IEnumerable<string> calls) =>
        [HostFlags.Port, Library, .. calls.Select(PortOf), .. Faults, Spans];
}

using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Hosts;
using Fathom.Tree.Nodes;

namespace Fathom.Subjects.Tree;

/// <summary>The command line of the tree.</summary>
/// <param name="Port">Port of the first process, the others have the following ones; 0: free ones.</param>
/// <param name="Library">The library of the services.</param>
/// <param name="Processors">Processors that each process sees; null: all.</param>
/// <param name="FaultIn">The process that has the faults.</param>
/// <param name="Faults">The arguments of that process.</param>
internal sealed record TreeArguments(int Port, string Library, int? Processors, string FaultIn, IReadOnlyList<string> Faults)
{
    private static readonly SubjectFlag<int> FirstPort = SubjectFlag.Number(
        "--port", "Port of rest-api; rest-admin-api and services 1 to 3 take the following ones. 0 takes free ones.",
        0, ushort.MaxValue - 4, 0);

    private static readonly SubjectFlag<int?> ProcessorsOfEach =
        SubjectFlag.OptionalNumber("--processors", "Processors that each process sees; all unless given.", 1, 1024);

    private static readonly SubjectFlag<string> In = SubjectFlag.Word(
        "--in", "The process that the flags --call to --slow-console are for.", TreeNodes.RestApi,
        [.. TreeNodes.All.Select(p => new FlagChoice(p))]);

    public static IReadOnlyList<SubjectFlag> Flags { get; } = [FirstPort, NodeFlags.Library, ProcessorsOfEach, In, .. NodeFlags.Faults];

    public static TreeArguments Of(FlagValues flags) => new(
        flags.Of(FirstPort), flags.Of(NodeFlags.Library), flags.Of(ProcessorsOfEach), flags.Of(In), [.. FaultsOf(flags)]);

    /// <summary>The arguments of a process.</summary>
    /// <param name="process">Its name.</param>
    /// <param name="port">Its port; 0 for a free one.</param>
    /// <param name="ports">The ports of those that are started.</param>
    /// <param name="spans">The file for its spans.</param>
    public IReadOnlyList<string> ArgumentsOf(string process, int port, IReadOnlyDictionary<string, int> ports, string spans) =>
    [
        HostFlags.Port.Info.Name, $"{port}", NodeFlags.Library.Info.Name, Library, NodeFlags.Spans.Info.Name, spans,
        .. TreeNodes.CalledBy(process).SelectMany(s => new[] { NodeFlags.PortOf(s).Info.Name, $"{ports[s]}" }),
        .. process == FaultIn ? Faults : [],
    ];

    private static IEnumerable<string> FaultsOf(FlagValues flags)
    {
        IEnumerable<(SubjectFlag Flag, string? Value)> values =
        [
            (NodeFlags.Call, flags.Of(NodeFlags.Call)), (NodeFlags.Channel, flags.Of(NodeFlags.Channel)),
            (NodeFlags.MinThreads, $"{flags.Of(NodeFlags.MinThreads)}"), (NodeFlags.Delay, $"{flags.Of(NodeFlags.Delay)}"),
            (NodeFlags.Lock, null), (NodeFlags.SlowConsole, null),
        ];
        return values.Where(v => flags.Has(v.Flag))
            .SelectMany(v => v.Value is null ? new[] { v.Flag.Info.Name } : [v.Flag.Info.Name, v.Value]);
    }
}

using System.Net;
using Fathom.SubjectProtocol;
using Fathom.SubjectProtocol.Flags;
using Fathom.Subjects.Hosts;

namespace Fathom.Subjects.Mediator;

/// <summary>The command line of a node.</summary>
internal sealed record NodeArguments
{
    private const int MaxNodes = 100;

    private static readonly SubjectFlag<bool> ClientFlag =
        SubjectFlag.Switch("--client", "Run as a sender, which listens on no port.", SubjectManifest.Client);

    private static readonly SubjectFlag<string> TlsFlag = SubjectFlag.WordOrAlone(
        "--tls", "Mutual TLS, with certificates made for this run.", "off", "mutual", new FlagChoice("mutual"), new FlagChoice("off"));

    private static readonly SubjectFlag<string> CompressionFlag = SubjectFlag.Word(
        "--compression", "Compression of the node's responses.", "raw",
        new FlagChoice("raw"), new FlagChoice("gzip"), new FlagChoice("lz4"));

    private static readonly SubjectFlag<int> MaxMessageFlag =
        SubjectFlag.Number("--max-message", "Maximum size of a message in bytes.", 1, int.MaxValue, 4 << 20, "BYTES");

    private static readonly SubjectFlag<int> NodesFlag =
        SubjectFlag.Number("--nodes", "Nodes in this process; the first has all others as remotes.", 1, MaxNodes, 1);

    private static readonly SubjectFlag<string> ServesFlag = SubjectFlag.Word(
        "--serves", "Messages of a mediator, or on a bare host a service that mirrors.", "messages",
        new FlagChoice("messages"), new FlagChoice("bare"));

    /// <summary>All flags.</summary>
    public static IReadOnlyList<SubjectFlag> Flags { get; } =
        [ClientFlag, HostFlags.Port, HostFlags.Bind, TlsFlag, CompressionFlag, MaxMessageFlag, NodesFlag, ServesFlag];

    /// <summary>Whether this process sends, as the runner commands, and listens on no port.</summary>
    public bool IsClient { get; private init; }

    /// <summary>TCP port of the first node; 0 takes a free one.</summary>
    public int Port { get; private init; }

    /// <summary>The address the nodes listen on.</summary>
    public IPAddress Bind { get; private init; } = IPAddress.Loopback;

    /// <summary>Mutual TLS.</summary>
    public bool Tls { get; private init; }

    /// <summary>Compression of responses.</summary>
    public string Compression { get; private init; } = "";

    /// <summary>Maximum size of a message in bytes.</summary>
    public int MaxMessage { get; private init; }

    /// <summary>Nodes in this process; the first has all others as remotes.</summary>
    public int Nodes { get; private init; }

    /// <summary>Whether a bare host with a service that mirrors runs instead of nodes.</summary>
    public bool IsBare { get; private init; }

    /// <summary>The values of a command line.</summary>
    /// <exception cref="FormatException">The flags do not fit together.</exception>
    public static NodeArguments Of(FlagValues flags)
    {
        if (flags.Of(ClientFlag) && Flags.FirstOrDefault(f => f != ClientFlag && flags.Has(f)) is { } other)
        {
            throw new FormatException($"{other.Info.Name} cannot be used with --client, which listens on no port.");
        }

        return new NodeArguments
        {
            IsClient = flags.Of(ClientFlag),
            Port = flags.Of(HostFlags.Port),
            Bind = flags.Of(HostFlags.Bind),
            Tls = flags.Of(TlsFlag) == "mutual",
            Compression = flags.Of(CompressionFlag),
            MaxMessage = flags.Of(MaxMessageFlag),
            Nodes = flags.Of(NodesFlag),
            IsBare = flags.Of(ServesFlag) == "bare",
        };
    }
}

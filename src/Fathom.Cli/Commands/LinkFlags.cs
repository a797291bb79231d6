using System.CommandLine;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>The flags that describe a link, and the plan made of them.</summary>
internal sealed class LinkFlags
{
    private static readonly string[] JitterKinds = ["none", "uniform", "normal", "pareto"];

    private readonly CommandSettings _settings;
    private readonly Dictionary<string, Option<SettingValue?>> _flags = [];

    public LinkFlags(CommandSettings settings)
    {
        _settings = settings;
        Word("preset", "A published link by name, see below; other flags override its values.", "a preset",
            [.. LinkPreset.All.Select(p => p.Name)]);
        Direction("");
        Direction("up-");
        Direction("down-");
        Text("mtu", "Size of the largest IP packet, 576 to 65535 bytes. Default 1500.", "BYTES");
        Word("ip", "IP version of the ends' addresses. Default 4.", "an IP version", ["4", "6"]);
        Text("congestion", "Congestion control at both ends. Default: cubic where the kernel allows it to namespaces, else reno.", "NAME");
        Word("mode", "relay only delays bytes; it needs no namespaces, and has no packets, loss or acknowledgements. Default packets.",
            "a mode", ["packets", "relay"]);
        Text("listen", "Open this port on loopback, and relay its connections in at the near end. 0 takes a free port.", "PORT");
        Text("to", "Relay connections that arrive at the far end out to this address.", "HOST:PORT");
        Text("capture", "Write the packets at both ends to a pcapng file, for Wireshark and tshark.", "FILE");
        Text("seed", "Seed of loss and jitter. Default 1.", "N");
        Text("tun-node", "Device node of the TUN driver. Default /dev/net/tun.", "FILE");
    }

    /// <summary>The flags, for the command.</summary>
    public IEnumerable<Option> All => _flags.Values;

    /// <summary>Checks the flags and makes the plan.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="folder">Relative paths start here.</param>
    /// <exception cref="CommandException">Values are not accepted; the message names each with its place.</exception>
    public LinkPlan Plan(ParseResult parsed, string folder)
    {
        SettingValue? Setting(string name) => parsed.GetValue(_flags[name]);
        string? Value(string name) => Setting(name)?.Text;
        string? PathOf(string name) => Value(name) is { } path ? Path.Combine(folder, path) : null;
        DirectionSpec Direction(string prefix) => new()
        {
            Delay = Value(prefix + "delay"),
            Jitter = Value(prefix + "jitter"),
            JitterKind = Value(prefix + "jitter-kind"),
            Reorder = Value(prefix + "reorder"),
            Loss = Value(prefix + "loss"),
            Duplicate = Value(prefix + "duplicate"),
            Corrupt = Value(prefix + "corrupt"),
            Rate = Value(prefix + "rate"),
            Trace = PathOf(prefix + "trace"),
            Queue = Value(prefix + "queue"),
        };
        var spec = new LinkSpec
        {
            Preset = Value("preset"),
            Both = Direction(""),
            Up = Direction("up-"),
            Down = Direction("down-"),
            Mode = Value("mode"),
            Mtu = Value("mtu"),
            IpVersion = Value("ip"),
            Congestion = Value("congestion"),
            Listen = Value("listen"),
            To = Value("to"),
            Capture = PathOf("capture"),
            Seed = Value("seed"),
            TunNode = Value("tun-node"),
        };
        try
        {
            return LinkPlan.Create(spec);
        }
        catch (LinkPlanException e)
        {
            throw LinkPlanRefusal.Of(e, Setting);
        }
    }

    private void Direction(string prefix)
    {
        Text(prefix + "delay", "Delay of every packet, such as 250ms.", "TIME", prefix);
        Text(prefix + "jitter", "Variation of the delay. It never reorders packets, unless --reorder is on.", "TIME", prefix);
        Word(prefix + "jitter-kind", "Distribution of the jitter. Default uniform.", "a kind of jitter", JitterKinds, prefix);
        Word(prefix + "reorder", "Whether jitter may reorder packets. Default off.", "a switch", ["on", "off"], prefix);
        Text(prefix + "loss", "Share of packets lost, such as 2%; or losses in bursts (Gilbert-Elliott): "
            + "ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]].", "SHARE", prefix);
        Text(prefix + "duplicate", "Share of packets duplicated.", "SHARE", prefix);
        Text(prefix + "corrupt", "Share of packets with one bit inverted.", "SHARE", prefix);
        Text(prefix + "rate", "Bits per second, such as 10mbit.", "RATE", prefix);
        Text(prefix + "trace", "Delivery opportunities in mahimahi's format, instead of a rate.", "FILE", prefix);
        Text(prefix + "queue", "Limit of the queue before the rate: 256k (bytes), 1000p (packets), codel or codel,256k.", "LIMIT", prefix);
    }

    private void Text(string name, string help, string valueName, string prefix = "") =>
        Add(name, SettingOption.Text("--" + name, help, valueName, _settings), prefix);

    private void Word(string name, string help, string kind, IReadOnlyList<string> accepted, string prefix = "") =>
        Add(name, SettingOption.Word("--" + name, help, kind, accepted, _settings), prefix);

    private void Add(string name, Option<SettingValue?> option, string prefix)
    {
        // The help names the twenty flags of one direction in a note instead of listing each.
        option.Hidden = prefix.Length > 0;
        _flags.Add(name, option);
    }
}

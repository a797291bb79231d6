using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>The flags that describe a link, and the plan they make.</summary>
internal sealed class LinkFlags
{
    private static readonly string[] JitterKinds = ["none", "uniform", "normal", "pareto"];

    private readonly SettingLayers _settings;
    private readonly Dictionary<string, Option<Written?>> _flags = [];

    public LinkFlags(SettingLayers settings)
    {
        _settings = settings;
        Word("preset",
            $"a link by name, whose numbers the other flags go over: "
                + $"{string.Join("; ", LinkPreset.All.Select(p => $"{p.Name} ({p.Source})"))}", "a preset",
                [.. LinkPreset.All.Select(p => p.Name)]);
        Direction("", "");
        Direction("up-", "from the near end to the far end: ");
        Direction("down-", "from the far end to the near end: ");
        Text("mtu", "the largest IP packet, 576 to 65535 bytes; 1500 unless said", "BYTES");
        Word("ip", "the IP version of the ends' addresses", "an IP version", ["4", "6"]);
        Text("congestion", "the kernel's congestion control at both ends; cubic where the kernel allows it to a namespace, else reno",
            "NAME");
        Word("mode",
            "packets; or relay, an approximation for machines without namespaces: it delays bytes, and knows no packets, loss or "
                + "acknowledgements", "a mode", ["packets", "relay"]);
        Text("listen", "open this port outside, on loopback, and carry it in at the near end; 0 takes a free one", "PORT");
        Text("to", "carry what arrives at the far end out to there", "HOST:PORT");
        Text("capture", "write every packet at both ends to a pcapng file, for Wireshark and tshark", "FILE");
        Text("seed", "decides every loss and jitter; 1 unless said", "N");
        Text("tun-node", "the TUN driver's node; /dev/net/tun unless said", "FILE");
    }

    /// <summary>The flags, for the command.</summary>
    public IEnumerable<Option> All => _flags.Values;

    /// <summary>Checks what was given.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="folder">Where relative paths begin.</param>
    /// <exception cref="CommandException">Something cannot be taken; all of it is named, each where it was written.</exception>
    public LinkPlan Plan(ParseResult parsed, string folder)
    {
        Written? Given(string name) => parsed.GetValue(_flags[name]);
        string? Value(string name) => Given(name)?.Value;
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
            throw Refusal(e, Given);
        }
    }

    /// <summary>The library's faults, told in the house's form.</summary>
    public static CommandException Refusal(LinkPlanException fault) => Refusal(fault, _ => null);

    // The library names flags; where the value came from a variable or a file, that is named instead.
    private static CommandException Refusal(LinkPlanException fault, Func<string, Written?> given) => CommandException.Usage(
        string.Join(Environment.NewLine, fault.Faults.Select(f =>
            f.StartsWith("--", StringComparison.Ordinal) && f.IndexOf(':', StringComparison.Ordinal) is > 2 and var colon
                && given(f[2..colon]) is { } written
                ? written.Where + f[colon..]
                : f)));

    private void Direction(string prefix, string help)
    {
        Text(prefix + "delay", help + "how long every packet takes, for example 250ms", "TIME", prefix);
        Text(prefix + "jitter", help + "how much the delay varies; never reorders unless --reorder on", "TIME", prefix);
        Word(prefix + "jitter-kind", help + "how it is spread; uniform unless said", "a kind of jitter", JitterKinds, prefix);
        Word(prefix + "reorder", help + "whether jitter may reorder packets", "a switch", ["on", "off"], prefix);
        Text(prefix + "loss",
            help + "the share of packets lost, for example 2%; or in bursts, ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]] "
                + "(Gilbert-Elliott)", "SHARE", prefix);
        Text(prefix + "duplicate", help + "the share of packets doubled", "SHARE", prefix);
        Text(prefix + "corrupt", help + "the share of packets in which a bit is inverted", "SHARE", prefix);
        Text(prefix + "rate", help + "bits per second, for example 10mbit", "RATE", prefix);
        Text(prefix + "trace", help + "delivery opportunities in mahimahi's format, in place of a rate", "FILE", prefix);
        Text(prefix + "queue", help + "what waits for the rate at the most: 256k, 1000p (packets), codel or codel,256k", "LIMIT", prefix);
    }

    private void Text(string name, string help, string valueName, string prefix = "") =>
        Add(name, SettingOption.Text("--" + name, help, valueName, _settings), prefix);

    private void Word(string name, string help, string kind, IReadOnlyList<string> accepted, string prefix = "") =>
        Add(name, SettingOption.Word("--" + name, help, kind, accepted, _settings), prefix);

    private void Add(string name, Option<Written?> option, string prefix)
    {
        // Thirty lines of help that say the same thrice: the command's description names them.
        option.Hidden = prefix.Length > 0;
        _flags.Add(name, option);
    }
}

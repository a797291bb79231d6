using System.CommandLine;
using System.Globalization;
using System.Net.Sockets;
using Fathom.Cli.Commands.Links;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands;

/// <summary>The flags that describe a link, and the plan made of them.</summary>
internal sealed class LinkFlags
{
    private readonly CommandSettings _settings;
    private readonly ImpairmentFlags _impairments;
    private readonly Dictionary<string, Option<SettingValue?>> _flags = [];
    private readonly Option<IReadOnlyList<SettingValue>> _reach;
    private readonly Option<bool> _keepNetwork;

    public LinkFlags(CommandSettings settings)
    {
        _settings = settings;
        _impairments = new ImpairmentFlags(settings);
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
        _reach = SettingOption.Texts("--reach", "COMMAND reaches this name or address through the link under that very name, such as "
            + "localhost:5001 or api.example.com:443. Repeatable. What is not named has no network.", "HOST:PORT", settings);
        _keepNetwork = SettingOption.Switch("--keep-network",
            "COMMAND keeps its ordinary network for what --reach does not name. Only names can be reached then, through relays.",
            settings);
    }

    /// <summary>The flags, for the command.</summary>
    public IEnumerable<Option> All => [.. _impairments.All, .. _flags.Values, _reach, _keepNetwork];

    /// <summary>Checks the flags and makes the plan.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="folder">Relative paths start here.</param>
    /// <exception cref="CommandException">Values are not accepted; the message names each with its place.</exception>
    public LinkPlan Plan(ParseResult parsed, string folder)
    {
        SettingValue? Setting(string name) =>
            _flags.TryGetValue(name, out var flag) ? parsed.GetValue(flag) : _impairments.Setting(parsed, name);
        var reader = new LinkTextReader();
        var anywhere = new Destination("localhost", 1);
        var spec = _impairments.Spec(parsed, folder, reader) with
        {
            Mode = Setting("mode")?.Text == "relay" ? LinkMode.Relay : LinkMode.Packets,
            Mtu = reader.Number(Setting("mtu"), LinkPlan.MinMtuForIpv6, "a whole number from 576 to 65535"),
            Family = Setting("ip")?.Text == "6" ? AddressFamily.InterNetworkV6 : AddressFamily.InterNetwork,
            Congestion = Setting("congestion")?.Text,
            Listen = reader.Number(Setting("listen"), 0, "a whole number from 0 to 65535"),
            To = reader.ReadObject(Setting("to"), TryDestination, anywhere, Destination.Accepted),
            Reach = [.. parsed.GetValue(_reach)!
                .Select(r => reader.ReadObject(r, TryDestination, anywhere, ReachTarget.Accepted)!)
                .Where(d => !ReferenceEquals(d, anywhere))],
            KeepNetwork = parsed.GetValue(_keepNetwork),
            Capture = Setting("capture") is { } path ? Path.Combine(folder, path.Text) : null,
            Seed = reader.Read(Setting("seed"), (string text, out long value) =>
                long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out value), 1L, "a whole number") ?? 1,
            TunNode = Setting("tun-node")?.Text,
        };
        return LinkPlanRefusal.Plan(spec, reader, Setting);
    }

    private static bool TryDestination(string text, out Destination value) => Destination.TryParse(text, out value!);

    private void Text(string name, string help, string valueName) =>
        _flags.Add(name, SettingOption.Text("--" + name, help, valueName, _settings));

    private void Word(string name, string help, string kind, IReadOnlyList<string> accepted) =>
        _flags.Add(name, SettingOption.Word("--" + name, help, kind, accepted, _settings));
}

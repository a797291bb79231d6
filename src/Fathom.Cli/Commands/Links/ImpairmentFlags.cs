using System.CommandLine;
using Fathom.Cli.Settings;
using Fathom.Link.Plans;

namespace Fathom.Cli.Commands.Links;

/// <summary>The flags of what a link does to packets: a preset, and the impairments of both directions and of each.</summary>
internal sealed class ImpairmentFlags
{
    private readonly CommandSettings _settings;
    private readonly Dictionary<string, Option<SettingValue?>> _flags = [];

    public ImpairmentFlags(CommandSettings settings)
    {
        _settings = settings;
        Word("preset", "A published link by name, see below; other flags override its values.", "a preset",
            [.. LinkPreset.All.Select(p => p.Name)]);
        Direction("");
        Direction("up-");
        Direction("down-");
    }

    /// <summary>The flags, for a command.</summary>
    public IEnumerable<Option> All => _flags.Values;

    /// <summary>A flag as it was set, by its name without dashes; null where it is not set, or is no impairment.</summary>
    public SettingValue? Setting(ParseResult parsed, string name) =>
        _flags.TryGetValue(name, out var flag) ? parsed.GetValue(flag) : null;

    /// <summary>What the flags say.</summary>
    /// <param name="parsed">The command line.</param>
    /// <param name="folder">Relative paths start here.</param>
    /// <param name="reader">Collects what cannot be read.</param>
    public LinkSpec Spec(ParseResult parsed, string folder, LinkTextReader reader)
    {
        DirectionSpec Direction(string prefix) => DirectionText.Read(reader, name => Setting(parsed, prefix + name), folder);
        return new LinkSpec
        {
            Preset = Setting(parsed, "preset") is { } preset ? LinkPreset.All.First(p => p.Name == preset.Text) : null,
            Both = Direction(""), Up = Direction("up-"), Down = Direction("down-"),
        };
    }

    private void Direction(string prefix)
    {
        Text(prefix + "delay", "Delay of every packet, such as 250ms.", "TIME", prefix);
        Text(prefix + "jitter", "Variation of the delay. It never reorders packets, unless --reorder is on.", "TIME", prefix);
        Word(prefix + "jitter-kind", "Distribution of the jitter. Default uniform.", "a kind of jitter", DirectionText.JitterKinds, prefix);
        Word(prefix + "reorder", "Whether jitter may reorder packets. Default off.", "a switch", ["on", "off"], prefix);
        Text(prefix + "loss", "Share of packets lost, such as 2%; or losses in bursts (Gilbert-Elliott): "
            + "ge:TO_BAD,TO_GOOD[,LOSS_IN_BAD[,LOSS_IN_GOOD]].", "SHARE", prefix);
        Text(prefix + "duplicate", "Share of packets duplicated.", "SHARE", prefix);
        Text(prefix + "corrupt", "Share of packets with one bit inverted.", "SHARE", prefix);
        Text(prefix + "path-mtu", "Largest IP packet that passes, in bytes; larger ones vanish, as in a PMTU black hole (RFC 2923).",
            "BYTES", prefix);
        Text(prefix + "rate", "Bits per second, such as 10mbit.", "RATE", prefix);
        Text(prefix + "trace", "Delivery opportunities in mahimahi's format, instead of a rate.", "FILE", prefix);
        Text(prefix + "queue", "Limit of the queue before the rate: 256k (bytes), 1000p (packets), codel or codel,256k.", "LIMIT", prefix);
        Text(prefix + "break", "Break each TCP connection when this many bytes of its stream have passed: reset:64k (both ends receive a "
            + "reset), half-open:64k (the receiver of the bytes loses it, their sender is not notified), hang:64k (nothing passes any "
            + "more, both ends keep it); none.", "KIND:SIZE", prefix);
    }

    private void Text(string name, string help, string valueName, string prefix) =>
        Add(name, SettingOption.Text("--" + name, help, valueName, _settings), prefix);

    private void Word(string name, string help, string kind, IReadOnlyList<string> accepted, string prefix = "") =>
        Add(name, SettingOption.Word("--" + name, help, kind, accepted, _settings), prefix);

    private void Add(string name, Option<SettingValue?> option, string prefix)
    {
        // The help names the flags of one direction in a note instead of listing each.
        option.Hidden = prefix.Length > 0;
        _flags.Add(name, option);
    }
}

using System.Globalization;
using System.Net.Sockets;
using Fathom.Link.Impairments;

namespace Fathom.Link.Plans;

/// <summary>Makes a plan of a spec: validates each value, then what the values say together.</summary>
internal static class LinkPlanner
{
    private const string AcceptedCongestion = "the kernel's name of a congestion control, such as cubic, reno or bbr";

    /// <inheritdoc cref="LinkPlan.Create"/>
    public static LinkPlan Plan(LinkSpec spec)
    {
        var reader = new PlanReader();
        var preset = reader.Choice("--preset", spec.Preset, null, [.. LinkPreset.All.Select(p => (p.Name, (LinkPreset?)p))]);
        var plan = new LinkPlan(spec)
        {
            Up = Direction(reader, "--up-", spec.Up, spec.Both, preset?.Up),
            Down = Direction(reader, "--down-", spec.Down, spec.Both, preset?.Down),
            Mode = reader.Choice("--mode", spec.Mode, LinkMode.Packets, ("packets", LinkMode.Packets), ("relay", LinkMode.Relay)),
            Mtu = reader.Number("--mtu", spec.Mtu, 576, 65535, 1500),
            Family = reader.Choice("--ip", spec.IpVersion, AddressFamily.InterNetwork, ("4", AddressFamily.InterNetwork),
                ("6", AddressFamily.InterNetworkV6)),
            Congestion = reader.Read<string?>("--congestion", spec.Congestion, TryCongestion, null, AcceptedCongestion),
            Listen = spec.Listen is null ? null : reader.Number("--listen", spec.Listen, 0, 65535, 0),
            To = spec.To is null ? null : reader.Read<Destination?>("--to", spec.To, Destination.TryParse, null, Destination.Accepted),
            Reach = ReachReader.Read(reader, spec),
            KeepNetwork = spec.KeepNetwork,
            Capture = spec.Capture,
            Seed = reader.Read("--seed", spec.Seed, TrySeed, 1L, "a whole number"),
            TunNode = spec.TunNode ?? "/dev/net/tun",
        };
        RefuseContradictions(reader, plan);
        return reader.Faults.Count == 0 ? plan : throw new LinkPlanException([.. reader.Faults.Distinct()]);
    }

    private static DirectionPlan Direction(PlanReader reader, string prefix, DirectionSpec own, DirectionSpec both, DirectionSpec? preset)
    {
        var merged = own.Over(both).Over(preset ?? new DirectionSpec());
        // A fault names the flag that the user wrote.
        var written = new Dictionary<string, string?>
        {
            ["delay"] = own.Delay, ["jitter"] = own.Jitter, ["jitter-kind"] = own.JitterKind, ["reorder"] = own.Reorder,
                ["loss"] = own.Loss,
            ["duplicate"] = own.Duplicate, ["corrupt"] = own.Corrupt, ["path-mtu"] = own.PathMtu, ["rate"] = own.Rate,
                ["trace"] = own.Trace, ["queue"] = own.Queue, ["break"] = own.Break,
        };
        return new DirectionReader(reader, name => (written[name] is null ? "--" : prefix) + name).Read(merged);
    }

    private static void RefuseContradictions(PlanReader reader, LinkPlan plan)
    {
        if (plan is { Family: AddressFamily.InterNetworkV6, Mtu: < LinkPlan.MinMtuForIpv6 })
        {
            reader.Fault("--mtu", plan.Spec.Mtu!, $"{LinkPlan.MinMtuForIpv6} or more with --ip 6 (RFC 8200, section 5)");
        }

        ReachReader.RefuseContradictions(reader, plan);
        if (plan.Mode != LinkMode.Relay)
        {
            return;
        }

        if (plan.Listen is null || plan.To is null)
        {
            reader.Fault("--mode", "relay", "relay with both --listen and --to: it forwards a port, and has no ends for a command");
        }

        foreach (var (flag, text) in new[]
        {
            ("--mtu", plan.Spec.Mtu), ("--congestion", plan.Spec.Congestion), ("--capture", plan.Spec.Capture),
        }.Concat(new[] { plan.Spec.Both, plan.Spec.Up, plan.Spec.Down }.SelectMany(d => new[]
        {
            ("--loss", d.Loss), ("--duplicate", d.Duplicate), ("--corrupt", d.Corrupt), ("--path-mtu", d.PathMtu), ("--queue", d.Queue),
                ("--trace", d.Trace), ("--reorder", d.Reorder),
        })))
        {
            if (text is not null)
            {
                reader.Fault(flag, text, "delay, jitter, rate and break with --mode relay, which has no packets");
            }
        }

        if (plan.Up.Loss.MeanLossRate > 0 && plan.Spec.Preset is { } preset && plan.Spec is { Both.Loss: null, Up.Loss: null })
        {
            reader.Fault("--preset", preset, "a preset without loss with --mode relay, which has no packets");
        }
    }

    private static bool TrySeed(string text, out long seed) =>
        long.TryParse(text, NumberStyles.AllowLeadingSign, CultureInfo.InvariantCulture, out seed);

    // TCP_CA_NAME_MAX is 16, its terminating zero counted in.
    private static bool TryCongestion(string text, out string? name)
    {
        name = text;
        return text.Length is > 0 and < 16 && text.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-');
    }
}

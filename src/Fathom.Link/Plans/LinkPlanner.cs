using System.Globalization;
using System.Net.Sockets;
using Fathom.Link.Impairments;

namespace Fathom.Link.Plans;

/// <summary>Makes a plan of a spec: validates each value, then what the values say together.</summary>
internal static class LinkPlanner
{
    private const int MinMtu = 576;
    private const int DefaultMtu = 1500;

    /// <inheritdoc cref="LinkPlan.Create"/>
    public static LinkPlan Plan(LinkSpec spec)
    {
        var faults = new LinkFaults();
        var plan = new LinkPlan(spec)
        {
            Up = Direction(faults, "--up-", spec.Up, spec.Both, spec.Preset?.Up),
            Down = Direction(faults, "--down-", spec.Down, spec.Both, spec.Preset?.Down),
            Mode = spec.Mode,
            Mtu = faults.InRange("--mtu", spec.Mtu ?? DefaultMtu, MinMtu, ushort.MaxValue),
            Family = spec.Family,
            Congestion = spec.Congestion,
            Listen = spec.Listen is { } port ? faults.InRange("--listen", port, 0, ushort.MaxValue) : null,
            To = spec.To,
            Reach = ReachReader.Read(faults, spec),
            KeepNetwork = spec.KeepNetwork,
            Capture = spec.Capture,
            Seed = spec.Seed,
            TunNode = spec.TunNode ?? "/dev/net/tun",
        };
        RefuseContradictions(faults, plan);
        return faults.All is { Count: > 0 } all ? throw new LinkPlanException(all) : plan;
    }

    private static DirectionPlan Direction(LinkFaults faults, string prefix, DirectionSpec own, DirectionSpec both, DirectionSpec? preset)
    {
        // A fault names the flag that the user wrote.
        var written = Settings(own).Where(s => s.Value is not null).Select(s => s.Name).ToHashSet();
        return new DirectionPlanner(faults, name => (written.Contains(name) ? prefix : "--") + name)
            .Plan(own.Over(both).Over(preset ?? new DirectionSpec()));
    }

    private static IEnumerable<(string Name, object? Value)> Settings(DirectionSpec spec) =>
    [
        ("delay", spec.Delay), ("jitter", spec.Jitter), ("jitter-kind", spec.JitterKind), ("rate", spec.Rate), ("break", spec.Break),
        .. PacketSettings(spec),
    ];

    // What is done to packets, and needs them.
    private static IEnumerable<(string Name, object? Value)> PacketSettings(DirectionSpec spec) =>
    [
        ("loss", spec.Loss), ("duplicate", spec.Duplicate), ("corrupt", spec.Corrupt), ("path-mtu", spec.PathMtu), ("queue", spec.Queue),
        ("trace", spec.Trace), ("reorder", spec.Reorder),
    ];

    private static void RefuseContradictions(LinkFaults faults, LinkPlan plan)
    {
        if (plan is { Family: AddressFamily.InterNetworkV6, Mtu: < LinkPlan.MinMtuForIpv6 })
        {
            faults.Add("--mtu", $"{plan.Mtu}", $"{LinkPlan.MinMtuForIpv6} or more with --ip 6 (RFC 8200, section 5)");
        }

        // TCP_CA_NAME_MAX is 16, its terminating zero counted in.
        if (plan.Congestion is { } name
            && !(name.Length is > 0 and < 16 && name.All(c => char.IsAsciiLetterOrDigit(c) || c is '_' or '-')))
        {
            faults.Add("--congestion", name, "the kernel's name of a congestion control, such as cubic, reno or bbr");
        }

        if (plan.To is { IsValid: false } to)
        {
            faults.Add("--to", $"{to}", Destination.Accepted);
        }

        ReachReader.RefuseContradictions(faults, plan);
        if (plan.Mode == LinkMode.Relay)
        {
            RefusePackets(faults, plan);
        }
    }

    private static void RefusePackets(LinkFaults faults, LinkPlan plan)
    {
        if (plan.Listen is null || plan.To is null)
        {
            faults.Add("--mode", "relay", "relay with both --listen and --to: it forwards a port, and has no ends for a command");
        }

        var spec = plan.Spec;
        foreach (var (flag, value) in new (string, object?)[]
        {
            ("mtu", spec.Mtu), ("congestion", spec.Congestion), ("capture", spec.Capture),
        }.Concat(new[] { ("", spec.Both), ("up-", spec.Up), ("down-", spec.Down) }
            .SelectMany(d => PacketSettings(d.Item2).Select(s => (d.Item1 + s.Name, s.Value)))).Where(s => s.Item2 is not null))
        {
            faults.Add($"--{flag}", Convert.ToString(value, CultureInfo.InvariantCulture)!,
                "delay, jitter, rate and break with --mode relay, which has no packets");
        }

        if (plan.Up.Loss.MeanLossRate > 0 && spec is { Preset: { } preset, Both.Loss: null, Up.Loss: null })
        {
            faults.Add("--preset", preset.Name, "a preset without loss with --mode relay, which has no packets");
        }
    }
}

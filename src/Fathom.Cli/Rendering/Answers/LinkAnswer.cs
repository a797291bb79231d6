using Fathom.Cli.Settings.Units;
using Fathom.Link;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;

namespace Fathom.Cli.Rendering.Answers;

/// <summary>What <c>fathom link --output json</c> writes, when the link has ended.</summary>
internal sealed record LinkAnswer
{
    public string Schema { get; } = "fathom.link/1";

    /// <summary>Whether packets are forwarded, or bytes of connections.</summary>
    public required string Mode { get; init; }

    /// <summary>Address of the near end; null for a relay, which has no ends.</summary>
    public string? Near { get; init; }

    /// <summary>Address of the far end.</summary>
    public string? Far { get; init; }

    public string? Congestion { get; init; }

    /// <summary>The port on loopback that leads to the far end.</summary>
    public int? ListenPort { get; init; }

    /// <summary>The round trip that was measured before the command, in milliseconds.</summary>
    public double? RoundTripMs { get; init; }

    public required LinkDirection Up { get; init; }

    public required LinkDirection Down { get; init; }

    /// <summary>Connections that were relayed.</summary>
    public required long Relayed { get; init; }

    /// <summary>Connections that could not be.</summary>
    public required long RelayFailures { get; init; }

    /// <summary>The exit code of the command; null without one.</summary>
    public int? ExitCode { get; init; }

    public static LinkAnswer Of(LinkRun link, TimeSpan? roundTrip, LinkCounters counters, int? exitCode) => new()
    {
        Mode = link.Plan.Mode == LinkMode.Relay ? "relay" : "packets",
        Near = link.Near?.Address.ToString(),
        Far = link.Far?.Address.ToString(),
        Congestion = link.Congestion,
        ListenPort = link.ListenPort,
        RoundTripMs = roundTrip?.TotalMilliseconds,
        Up = LinkDirection.Of(link.Plan.Up, link.Plan.Mtu, counters.Up),
        Down = LinkDirection.Of(link.Plan.Down, link.Plan.Mtu, counters.Down),
        Relayed = counters.Forwarded,
        RelayFailures = counters.ForwardingFailures,
        ExitCode = exitCode,
    };
}

/// <summary>One direction: what is in force at the end, and what became of its packets.</summary>
/// <param name="DelayMs">Delay, milliseconds.</param>
/// <param name="JitterMs">Jitter, milliseconds.</param>
/// <param name="Loss">Mean share of packets lost, 0 to 1.</param>
/// <param name="RateBits">Bits a second; null without a limit, or with a trace.</param>
/// <param name="QueuePackets">The most packets in the queue before the rate; null for no such limit.</param>
/// <param name="QueueBytes">The most bytes in it.</param>
/// <param name="QueueSeconds">How long the last packet of a full queue waits at the rate, with packets of the MTU.</param>
/// <param name="Packets">Packets sent.</param>
/// <param name="Bytes">Bytes sent.</param>
/// <param name="Delivered">Packets delivered, duplicates included.</param>
/// <param name="Lost">Packets lost on purpose.</param>
/// <param name="QueueDropped">Packets dropped by a full queue or by CoDel.</param>
/// <param name="TooLarge">Packets dropped for their size.</param>
/// <param name="Break">What breaks connections, as it is written; null for nothing.</param>
/// <param name="Broken">Connections that it has broken.</param>
/// <param name="BreakDropped">Packets of those that were dropped.</param>
/// <param name="Unintended">Packets dropped although nothing asked for it.</param>
internal sealed record LinkDirection(double DelayMs, double JitterMs, double Loss, long? RateBits, int? QueuePackets, long? QueueBytes,
    double? QueueSeconds, long Packets, long Bytes, long Delivered, long Lost, long QueueDropped, long TooLarge, string? Break,
    long Broken, long BreakDropped, long Unintended)
{
    public static LinkDirection Of(DirectionPlan plan, int mtu, DirectionCounters counters)
    {
        var isLimited = plan is not { Rate: null, Trace: null };
        return new(plan.Delay / 1e6, plan.Jitter / 1e6, plan.Loss.MeanLossRate, plan.Rate, isLimited ? plan.Queue.Packets : null,
            isLimited ? plan.Queue.Bytes : null, LinkWords.QueueSeconds(plan, mtu), counters.Packets, counters.Bytes, counters.Delivered,
            counters.Lost, counters.QueueDropped, counters.TooLarge,
            plan.Break is { } end ? BreakText.Format(end) : null, counters.Broken, counters.BreakDropped,
            counters.Overflowed + counters.DroppedByDevice);
    }
}

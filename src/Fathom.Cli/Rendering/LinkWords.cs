using System.Globalization;
using Fathom.Cli.Settings.Units;
using Fathom.Link;
using Fathom.Link.Impairments;
using Fathom.Link.Plans;
using Fathom.Records.Words;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>The sentences and the table that describe a link.</summary>
internal static class LinkWords
{
    /// <summary>The link's ends and ports, a sentence each.</summary>
    public static IEnumerable<string> Describe(LinkRun link)
    {
        var plan = link.Plan;
        if (plan.Spec.Preset is { } preset)
        {
            yield return $"preset {preset.Name}: {preset.Source}";
        }

        if (plan.Mode == LinkMode.Relay)
        {
            yield return $"127.0.0.1:{link.ListenPort} leads to {plan.To} through a relay of byte streams: an approximation, without "
                + "packets, loss or the peer's acknowledgements";
            foreach (var line in InForce(plan))
            {
                yield return line;
            }

            yield break;
        }

        yield return $"near end {link.Near!.Address}, far end {link.Far!.Address}, MTU {plan.Mtu}, congestion control {link.Congestion}";
        foreach (var line in InForce(plan))
        {
            yield return line;
        }

        foreach (var target in plan.Reach)
        {
            yield return $"{target.To} is reached through the link{(plan.KeepNetwork ? ", by a relay" : "")}";
        }

        if (plan.Reach.Count > 0)
        {
            yield return plan.KeepNetwork ? "everything else is reached by the ordinary network"
                : "nothing else is reached from the near end";
        }

        if (link.ListenPort is { } port)
        {
            yield return $"127.0.0.1:{port} outside leads to port {link.FarPort} of the far end";
        }

        if (plan.To is { } to)
        {
            yield return $"port {link.FarPort} of the far end leads to {to} outside";
        }
    }

    /// <summary>What is in force, a line for each direction.</summary>
    public static IEnumerable<string> InForce(LinkPlan plan)
    {
        yield return $"up: {Impairments(plan.Up, plan.Mtu)}";
        yield return $"down: {Impairments(plan.Down, plan.Mtu)}";
    }

    /// <summary>What was measured of the link before its command starts.</summary>
    public static string RoundTrip(TimeSpan? measured) => measured is { } took
        ? $"round trip measured: {Amount.Show(took.TotalMilliseconds, "ms")}"
        : "round trip not measured: the link lost the probes";

    private static string Impairments(DirectionPlan direction, int largest)
    {
        var words = new[]
        {
            direction.Delay > 0 ? $"delay {DurationText.Format(direction.Delay)}" : "no delay",
            direction.Jitter > 0 ? $"{direction.JitterKind.ToString().ToLowerInvariant()} jitter {DurationText.Format(direction.Jitter)}"
                + (direction.Reorders ? ", reordered" : "") : null,
            direction.Loss switch
            {
                GilbertElliottLoss bursts => $"loss {Share(bursts.MeanLossRate)} in bursts",
                { MeanLossRate: > 0 and var loss } => $"loss {Share(loss)}",
                _ => "no loss",
            },
            direction.Duplicate > 0 ? $"{Share(direction.Duplicate)} duplicated" : null,
            direction.Corrupt > 0 ? $"{Share(direction.Corrupt)} corrupted" : null,
            direction.PathMtu is { } mtu ? $"packets of more than {Number(mtu)} bytes dropped" : null,
            direction.Trace is not null ? "rate by a trace"
                : direction.Rate is { } rate ? $"rate {RateText.Format(rate)}" : "no limit of the rate",
            direction is { Rate: null, Trace: null } ? null : $"queue {Queue(direction.Queue)}"
                + (QueueSeconds(direction, largest) is { } full ? $" (up to {Amount.Show(full, "s")} at this rate)" : ""),
            direction.Break is { } end ? $"{BreakText.Name(end.Kind)} of each connection after {Number(end.AfterBytes)} bytes" : null,
        };
        return string.Join(", ", words.OfType<string>());
    }

    /// <summary>The counters of both directions.</summary>
    public static Table Table(LinkCounters counters)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("");
        // Most paths carry packets of every size: a column of zeros would only make the table wider.
        var hasSize = counters.Up.TooLarge + counters.Down.TooLarge > 0;
        var hasBreak = counters.Up.Broken + counters.Down.Broken > 0;
        foreach (var (head, _) in Columns(counters.Up, hasSize, hasBreak))
        {
            table.AddColumn(new TableColumn(head).RightAligned());
        }

        table.AddRow(["up", .. Columns(counters.Up, hasSize, hasBreak).Select(c => c.Value)]);
        table.AddRow(["down", .. Columns(counters.Down, hasSize, hasBreak).Select(c => c.Value)]);
        table.Caption($"{Number(counters.Forwarded)} connections relayed");
        return table;
    }

    /// <summary>Unintended losses, and failures.</summary>
    public static IEnumerable<string> Warnings(LinkCounters counters)
    {
        var unintended = counters.Up.Overflowed + counters.Down.Overflowed + counters.Up.DroppedByDevice + counters.Down.DroppedByDevice;
        if (unintended > 0)
        {
            yield return $"{Number(unintended)} packets were dropped unintentionally: more arrived than memory or the device's queue "
                + "holds; set a --rate, or a smaller --delay";
        }

        if (counters.ForwardingFailures > 0)
        {
            yield return $"{Number(counters.ForwardingFailures)} connections could not be relayed; the last failure: "
                + $"{counters.LastForwardingFailure}";
        }

        if (counters.CaptureOmitted > 0)
        {
            yield return $"{Number(counters.CaptureOmitted)} packets are missing from the capture: the disk was too slow";
        }

        if (counters.CaptureError is { } fault)
        {
            yield return $"the capture ended early: {fault}";
        }
    }

    private static string Share(double share) => string.Create(CultureInfo.InvariantCulture, $"{100 * share:0.####} %");

    /// <summary>How long the last packet of a full queue waits at the rate in force, seconds, with packets of the MTU; null without a rate
    /// or a limit.</summary>
    public static double? QueueSeconds(DirectionPlan direction, int mtu) => direction.Rate is not { } rate ? null
        : (direction.Queue.Packets * (double)mtu, direction.Queue.Bytes) switch
        {
            (null, null) => (double?)null,
            (var packets, var bytes) => 8 * Math.Min(packets ?? double.MaxValue, bytes ?? double.MaxValue) / rate,
        };

    private static string Queue(QueueLimit queue) => string.Join(" or ", new[]
    {
        queue.CoDel ? "CoDel" : null,
        queue.Bytes is { } bytes ? $"{Number(bytes)} bytes" : null,
        queue.Packets is { } packets ? $"{Number(packets)} packets" : null,
    }.OfType<string>());

    private static IEnumerable<(string Head, string Value)> Columns(DirectionCounters direction, bool hasSize, bool hasBreak) =>
    [
        ("packets", Number(direction.Packets)), ("bytes", Number(direction.Bytes)), ("delivered", Number(direction.Delivered)),
        ("lost", Number(direction.Lost)), .. hasSize ? [("dropped (size)", Number(direction.TooLarge))] : Array.Empty<(string, string)>(),
        ("dropped (queue)", Number(direction.QueueDropped)), ("duplicated", Number(direction.Duplicated)),
        ("corrupted", Number(direction.Corrupted)),
        .. hasBreak ? [("broken", Number(direction.Broken))] : Array.Empty<(string, string)>(), ("in flight", Number(direction.Pending)),
        ("late (mean)", direction.Delivered == 0 ? ""
            : DurationText.Format(direction.TotalLatenessNanoseconds / direction.Delivered / 1000 * 1000)),
    ];

    private static string Number(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}

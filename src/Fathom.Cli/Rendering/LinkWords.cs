using System.Globalization;
using Fathom.Link;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using Spectre.Console;

namespace Fathom.Cli.Rendering;

/// <summary>The sentences and the table that describe a link.</summary>
internal static class LinkWords
{
    /// <summary>The link's ends and ports, a sentence each.</summary>
    public static IEnumerable<string> Describe(LinkRun link)
    {
        var plan = link.Plan;
        if (LinkPreset.All.FirstOrDefault(p => p.Name.Equals(plan.Spec.Preset, StringComparison.OrdinalIgnoreCase)) is { } preset)
        {
            yield return $"preset {preset.Name}: {preset.Source}";
        }

        if (plan.Mode == LinkMode.Relay)
        {
            yield return $"127.0.0.1:{link.ListenPort} leads to {plan.To} through a relay of byte streams: an approximation, without "
                + "packets, loss or the peer's acknowledgements";
            yield break;
        }

        yield return $"near end {link.Near!.Address}, far end {link.Far!.Address}, MTU {plan.Mtu}, congestion control {link.Congestion}";
        if (link.ListenPort is { } port)
        {
            yield return $"127.0.0.1:{port} outside leads to port {link.FarPort} of the far end";
        }

        if (plan.To is { } to)
        {
            yield return $"port {link.FarPort} of the far end leads to {to} outside";
        }
    }

    /// <summary>The counters of both directions.</summary>
    public static Table Table(LinkCounters counters)
    {
        var table = new Table { Border = TableBorder.Simple };
        table.AddColumn("");
        foreach (var head in new[] { "packets", "bytes", "delivered", "lost", "dropped (queue)", "duplicated", "corrupted", "in flight",
            "late (mean)" })
        {
            table.AddColumn(new TableColumn(head).RightAligned());
        }

        table.AddRow(Row("up", counters.Up));
        table.AddRow(Row("down", counters.Down));
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

    private static string[] Row(string name, DirectionCounters direction) =>
    [
        name, Number(direction.Packets), Number(direction.Bytes), Number(direction.Delivered), Number(direction.Lost),
            Number(direction.QueueDropped),
        Number(direction.Duplicated), Number(direction.Corrupted), Number(direction.Pending),
        direction.Delivered == 0 ? "" : DurationText.Format(direction.TotalLatenessNanoseconds / direction.Delivered / 1000 * 1000),
    ];

    private static string Number(long value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}

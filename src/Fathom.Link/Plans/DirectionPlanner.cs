using System.Globalization;
using Fathom.Link.Impairments;

namespace Fathom.Link.Plans;

/// <summary>Validates the spec of one direction. <c>flagOf</c> gives the flag of a setting as the user wrote it: with <c>--</c>,
/// <c>--up-</c> or <c>--down-</c>.</summary>
internal sealed class DirectionPlanner(LinkFaults faults, Func<string, string> flagOf)
{
    // Every protocol gives up earlier, and sums of delays cannot overflow.
    private static readonly TimeSpan MaxDelay = TimeSpan.FromHours(1);

    // What every host of IPv4 takes in one piece (RFC 791, section 3.1), and the largest packet there is.
    private const int LeastPathMtu = 576;
    private const int MostPathMtu = 65535;

    public DirectionPlan Plan(DirectionSpec spec)
    {
        var (delay, jitter) = (Time("delay", spec.Delay), Time("jitter", spec.Jitter));
        var kind = spec.JitterKind ?? (jitter > TimeSpan.Zero ? JitterKind.Uniform : JitterKind.None);
        if (kind == JitterKind.Uniform && jitter > delay)
        {
            faults.Add(flagOf("jitter"), Text(jitter),
                $"with uniform jitter at most the delay ({Text(delay)}): a packet cannot leave before it came");
        }

        var plan = new DirectionPlan
        {
            Delay = Nanoseconds(delay),
            Jitter = kind == JitterKind.None ? 0 : Nanoseconds(jitter),
            JitterKind = jitter == TimeSpan.Zero ? JitterKind.None : kind,
            Reorders = spec.Reorder ?? false,
            Loss = Loss(spec.Loss ?? LossModel.None),
            Duplicate = Share("duplicate", spec.Duplicate ?? 0),
            Corrupt = Share("corrupt", spec.Corrupt ?? 0),
            PathMtu = spec.PathMtu is { } mtu ? faults.InRange(flagOf("path-mtu"), mtu, LeastPathMtu, MostPathMtu) : null,
            Rate = spec.Rate?.BitsPerSecond,
            Trace = spec.Trace is null ? null : Trace(spec.Trace),
            Queue = spec.Queue ?? QueueLimit.Default,
            Break = spec.Break is { Kind: not BreakKind.None } ? spec.Break : null,
        };
        if (plan.Break is { AfterBytes: < 1 } end)
        {
            faults.Add(flagOf("break"), $"{end.AfterBytes}", "a size of 1 byte or more");
        }

        if (plan.Rate < 1)
        {
            faults.Add(flagOf("rate"), $"{spec.Rate}", "1 bit per second or more");
        }

        if (plan.Queue is { Bytes: < 1 } or { Packets: < 1 })
        {
            faults.Add(flagOf("queue"), $"{spec.Queue}", "a queue of at least 1 byte or packet");
        }

        if (spec is { Rate: not null, Trace: not null })
        {
            faults.Add(flagOf("trace"), spec.Trace, $"a rate or a trace, not both ({flagOf("rate")} is set)");
        }

        if (spec is { Queue: not null, Rate: null, Trace: null })
        {
            faults.Add(flagOf("queue"), $"{spec.Queue}",
                $"a queue only with {flagOf("rate")} or {flagOf("trace")}: without them nothing ever waits");
        }

        return plan;
    }

    /// <summary>A time, for messages.</summary>
    private static string Text(TimeSpan time) => string.Create(CultureInfo.InvariantCulture, $"{time.TotalMilliseconds:0.####}ms");

    private static long Nanoseconds(TimeSpan time) => time.Ticks * TimeSpan.NanosecondsPerTick;

    private TimeSpan Time(string name, TimeSpan? time)
    {
        if (time is not { } value || (value >= TimeSpan.Zero && value <= MaxDelay))
        {
            return time ?? TimeSpan.Zero;
        }

        faults.Add(flagOf(name), Text(value), "a time of 0 to 1h");
        return TimeSpan.Zero;
    }

    private double Share(string name, double share)
    {
        if (share is not (>= 0 and <= 1))
        {
            faults.Add(flagOf(name), share.ToString(CultureInfo.InvariantCulture), "a probability of 0 to 1 (100%)");
        }

        return share;
    }

    private LossModel Loss(LossModel loss)
    {
        foreach (var share in loss is GilbertElliottLoss bursts
            ? new[] { bursts.ToBad, bursts.ToGood, bursts.LossInBad, bursts.LossInGood } : [loss.MeanLossRate])
        {
            Share("loss", share);
        }

        if (loss is GilbertElliottLoss { ToGood: 0 })
        {
            faults.Add(flagOf("loss"), $"{loss}", "bursts that end: TO_GOOD above 0%");
        }

        return loss;
    }

    private DeliveryTrace? Trace(string path)
    {
        try
        {
            if (DeliveryTrace.TryParse(File.ReadLines(path), out var trace, out var fault))
            {
                return trace;
            }

            faults.Add(flagOf("trace"), path, $"a file in mahimahi's format; {fault}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            faults.Add(flagOf("trace"), path, $"the path of a file in mahimahi's format; {e.Message}");
        }

        return null;
    }
}

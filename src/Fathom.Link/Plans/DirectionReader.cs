using Fathom.Link.Impairments;
using Fathom.Link.Units;

namespace Fathom.Link.Plans;

/// <summary>Validates the spec of one direction. <c>flagOf</c> gives the flag of a setting as the user wrote it: with <c>--</c>,
/// <c>--up-</c> or <c>--down-</c>.</summary>
internal sealed class DirectionReader(PlanReader reader, Func<string, string> flagOf)
{
    // One hour: every protocol gives up earlier, and sums of delays cannot overflow.
    private const long MaxDelay = 3_600_000_000_000;

    // What every host of IPv4 takes in one piece (RFC 791, section 3.1), and the largest packet there is.
    private const int LeastPathMtu = 576;
    private const int MostPathMtu = 65535;

    public DirectionPlan Read(DirectionSpec spec)
    {
        var delay = reader.Read(flagOf("delay"), spec.Delay, TryDelay, 0L, DurationText.Accepted + ", at most 1h");
        var jitter = reader.Read(flagOf("jitter"), spec.Jitter, TryDelay, 0L, DurationText.Accepted + ", at most 1h");
        var kind = reader.Choice(flagOf("jitter-kind"), spec.JitterKind, jitter > 0 ? JitterKind.Uniform : JitterKind.None,
            ("none", JitterKind.None), ("uniform", JitterKind.Uniform), ("normal", JitterKind.Normal), ("pareto", JitterKind.Pareto));
        if (kind == JitterKind.Uniform && jitter > delay)
        {
            reader.Fault(flagOf("jitter"), spec.Jitter!,
                $"with uniform jitter at most the delay ({DurationText.Format(delay)}): a packet cannot leave before it came");
        }

        var plan = new DirectionPlan
        {
            Delay = delay,
            Jitter = kind == JitterKind.None ? 0 : jitter,
            JitterKind = jitter == 0 ? JitterKind.None : kind,
            Reorders = reader.Choice(flagOf("reorder"), spec.Reorder, false, ("on", true), ("off", false)),
            Loss = reader.Read(flagOf("loss"), spec.Loss, LossText.TryParse, LossModel.None, LossText.Accepted),
            Duplicate = reader.Read(flagOf("duplicate"), spec.Duplicate, PercentageText.TryParse, 0d, PercentageText.Accepted),
            Corrupt = reader.Read(flagOf("corrupt"), spec.Corrupt, PercentageText.TryParse, 0d, PercentageText.Accepted),
            PathMtu = spec.PathMtu is null ? null
                : reader.Number(flagOf("path-mtu"), spec.PathMtu, LeastPathMtu, MostPathMtu, MostPathMtu),
            Rate = spec.Rate is null ? null : reader.Read(flagOf("rate"), spec.Rate, RateText.TryParse, 1L, RateText.Accepted),
            Trace = spec.Trace is null ? null : Trace(spec.Trace),
            Queue = reader.Read(flagOf("queue"), spec.Queue, QueueText.TryParse, QueueLimit.Default, QueueText.Accepted),
            Break = reader.Read<ConnectionBreak?>(flagOf("break"), spec.Break, BreakText.TryParse, null, BreakText.Accepted),
        };
        if (spec is { Rate: not null, Trace: not null })
        {
            reader.Fault(flagOf("trace"), spec.Trace, $"a rate or a trace, not both ({flagOf("rate")} is {spec.Rate})");
        }

        if (spec is { Queue: not null, Rate: null, Trace: null })
        {
            reader.Fault(flagOf("queue"), spec.Queue,
                $"a queue only with {flagOf("rate")} or {flagOf("trace")}: without them nothing ever waits");
        }

        return plan;
    }

    private static bool TryDelay(string text, out long delay) => DurationText.TryParse(text, out delay) && delay <= MaxDelay;

    private DeliveryTrace? Trace(string path)
    {
        try
        {
            if (DeliveryTrace.TryParse(File.ReadLines(path), out var trace, out var fault))
            {
                return trace;
            }

            reader.Fault(flagOf("trace"), path, $"a file in mahimahi's format; {fault}");
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException or ArgumentException)
        {
            reader.Fault(flagOf("trace"), path, $"the path of a file in mahimahi's format; {e.Message}");
        }

        return null;
    }
}

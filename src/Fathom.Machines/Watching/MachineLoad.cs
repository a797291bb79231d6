using System.Globalization;

namespace Fathom.Machines.Watching;

/// <summary>What a machine did beside a replicate, and whether that was enough to disturb it.</summary>
/// <param name="Others">Processor time that other programs used, as a share of all processors.</param>
/// <param name="Stolen">Processor time that the hypervisor gave to other machines, as a share of all processors.</param>
/// <param name="Throttled">Time for which a limit of processor time stopped the replicate, in seconds.</param>
/// <param name="SwappedPages">Memory pages read from swap space and written to it.</param>
/// <param name="Speed">Speed of a processor relative to the fastest of the run; 1 is the fastest.</param>
public sealed record MachineLoad(double Others, double Stolen, double Throttled, double SwappedPages, double Speed)
{
    /// <summary>Other programs may use this share of all processors.</summary>
    public const double MaxOthers = 0.1;

    /// <summary>The hypervisor may give this share of all processors to other machines.</summary>
    public const double MaxStolen = 0.05;

    /// <summary>A limit of processor time may stop a replicate for this long, in seconds.</summary>
    public const double MaxThrottled = 0.01;

    /// <summary>So many pages may be swapped; 100 are 400 kB.</summary>
    public const double MaxSwappedPages = 100;

    /// <summary>A processor may be as slow as this, relative to the fastest of the run.</summary>
    public const double MinSpeed = 0.7;

    /// <summary>Computes the load between two readings.</summary>
    /// <param name="before">The first reading.</param>
    /// <param name="after">The second reading.</param>
    /// <param name="fastest">The fastest <see cref="MachineCounters.Speed"/> of the run.</param>
    public static MachineLoad Between(MachineCounters before, MachineCounters after, double fastest)
    {
        ArgumentNullException.ThrowIfNull(before);
        ArgumentNullException.ThrowIfNull(after);
        var capacity = after.Capacity - before.Capacity;

        // The slower of both moments: a processor that slows down does so within the replicate.
        var speed = Math.Min(before.Speed, after.Speed) / fastest;
        return capacity <= 0 ? new(0, 0, 0, 0, speed) : new(
            Math.Max(0, after.Busy - before.Busy - (after.Own - before.Own)) / capacity,
            Math.Max(0, after.Stolen - before.Stolen) / capacity,
            Math.Max(0, after.Throttled - before.Throttled),
            Math.Max(0, after.SwappedPages - before.SwappedPages),
            speed);
    }

    /// <summary>What disturbed the replicate; null where nothing exceeded its limit.</summary>
    public Disturbance? FindDisturbance()
    {
        (double Excess, FormattableString Text)[] excesses =
        [
            (Others / MaxOthers, $"other programs used {100 * Others:0} % of the processors"),
            (Stolen / MaxStolen, $"the hypervisor gave {100 * Stolen:0} % of the processors to other machines"),
            (Throttled / MaxThrottled, $"a limit of processor time stopped the processes for {1000 * Throttled:0} ms"),
            (SwappedPages / MaxSwappedPages, $"{SwappedPages:0} memory pages were swapped"),
            (MinSpeed / Speed, $"a processor ran at {100 * Speed:0} % of its speed"),
        ];
        var found = excesses.Where(e => e.Excess > 1).OrderByDescending(e => e.Excess).ToList();
        return found.Count == 0 ? null
            : new(string.Join("; ", found.Select(e => e.Text.ToString(CultureInfo.InvariantCulture))), found[0].Excess);
    }
}

/// <summary>What disturbed a replicate.</summary>
/// <param name="Text">What was found, for readers of the report.</param>
/// <param name="Excess">How many times its limit the worst of it was.</param>
public sealed record Disturbance(string Text, double Excess);

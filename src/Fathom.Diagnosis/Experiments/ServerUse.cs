namespace Fathom.Diagnosis.Experiments;

/// <summary>What the process of a server did during a trial.</summary>
/// <param name="CpuMs">Processor time, ms.</param>
/// <param name="WaitedMs">Time in which its threads waited for a processor, ms; null where that is not read.</param>
/// <param name="ThrottledMs">Time in which its quota was used up, ms; null where it has none.</param>
public sealed record ServerUse(double CpuMs, double? WaitedMs, double? ThrottledMs)
{
    /// <summary>The ticks in which the kernel counts a process's time, and idle time, ms.</summary>
    public const double TickMs = 10;

    /// <summary>What other programs use is said of 50 ticks or longer, ms.</summary>
    public const double LeastForOthersMs = 50 * TickMs;

    /// <summary>Threads that it has more than before; null where that is not read.</summary>
    public int? ThreadsAdded { get; init; }

    /// <summary>Time in which nothing computed on a processor that its affinity allows it, the mean of these, ms; null where that is not
    /// read.</summary>
    public double? IdleMs { get; init; }

    /// <summary>Processor time of who made the calls, where it ran on this machine, too, ms.</summary>
    public double CallerMs { get; init; }

    /// <summary>Share of the server's processors that programs other than it and the caller used in some trials, 0 to 1; null where that is
    /// not read.</summary>
    /// <param name="trials">What it did in each, and how long that took, ms.</param>
    /// <param name="processors">How many the server has.</param>
    public static double? OthersShare(IReadOnlyList<(ServerUse? Use, double Ms)> trials, double processors)
    {
        ArgumentNullException.ThrowIfNull(trials);
        return trials.All(t => t.Use?.IdleMs is not null)
            ? Math.Clamp(1 - (trials.Sum(t => ((t.Use!.CpuMs + t.Use.CallerMs) / processors) + t.Use.IdleMs!.Value)
                / trials.Sum(t => t.Ms)), 0, 1)
            : null;
    }
}

namespace Fathom.Diagnosis.Experiments;

/// <summary>What the process of a server did during a trial.</summary>
/// <param name="CpuMs">Processor time, ms.</param>
/// <param name="WaitedMs">Time in which its threads waited for a processor, ms; null where that is not read.</param>
/// <param name="ThrottledMs">Time in which its quota was used up, ms; null where it has none.</param>
public sealed record ServerUse(double CpuMs, double? WaitedMs, double? ThrottledMs)
{
    /// <summary>Threads that it has more than before; null where that is not read.</summary>
    public int? ThreadsAdded { get; init; }

    /// <summary>Time in which nothing computed on a processor that its affinity allows it, the mean of these, ms; null where that is not
    /// read.</summary>
    public double? IdleMs { get; init; }

    /// <summary>Processor time of who made the calls, where it ran on this machine, too, ms.</summary>
    public double CallerMs { get; init; }

    /// <summary>Share of the server's processors that programs other than it and the caller used, 0 to 1; null where that is not
    /// read.</summary>
    /// <param name="ms">How long the trial took, ms.</param>
    /// <param name="processors">How many the server has.</param>
    public double? OthersShare(double ms, double processors) =>
        IdleMs is { } idle ? Math.Clamp(1 - ((((CpuMs + CallerMs) / processors) + idle) / ms), 0, 1) : null;

    /// <summary>What it did in two trials.</summary>
    public static ServerUse operator +(ServerUse one, ServerUse other) =>
        new(one.CpuMs + other.CpuMs, one.WaitedMs + other.WaitedMs, one.ThrottledMs + other.ThrottledMs)
        {
            ThreadsAdded = one.ThreadsAdded + other.ThreadsAdded, IdleMs = one.IdleMs + other.IdleMs,
            CallerMs = one.CallerMs + other.CallerMs,
        };
}

namespace Fathom.Doctor;

/// <summary>How long a doctor may take.</summary>
public sealed record DoctorOptions
{
    /// <summary>The most pairs of runs by default.</summary>
    public const int DefaultPairs = 8;

    /// <summary>The most pairs of trials of a service by default: they are shorter, and some must show that nothing changes.</summary>
    public const int DefaultServicePairs = 12;

    /// <summary>Time for all runs by default.</summary>
    public static readonly TimeSpan DefaultProgramBudget = TimeSpan.FromSeconds(60);

    /// <summary>Time to watch a running process by default.</summary>
    public static readonly TimeSpan DefaultProcessBudget = TimeSpan.FromSeconds(30);

    /// <summary>Time to examine a service by default.</summary>
    public static readonly TimeSpan DefaultServiceBudget = TimeSpan.FromSeconds(60);

    /// <summary>Time for all runs of a program, to watch a process, or to examine a service; null for the default, which grows to what the
    /// fewest pairs of runs need.</summary>
    public TimeSpan? Budget { get; init; }

    /// <summary>The most pairs of runs, from 8.</summary>
    public int Pairs { get; init; } = DefaultPairs;

    /// <summary>Whether an earlier record is compared with this one, so that the unchanged program is timed whatever is found.</summary>
    public bool IsCompared { get; init; }

    /// <summary>Seed of the order of runs.</summary>
    public int Seed { get; init; } = 1;
}

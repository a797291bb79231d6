namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of the processes at both ends: processors, threads, locks, memory, certificates.</summary>
public static class ProcessQuantities
{
    /// <summary>Processors that the client process sees.</summary>
    public static Quantity<double> Processors { get; } = new("processors", "count", "processors the client process sees");

    /// <summary>Thread-pool threads that the client starts with; not set where the pool has its default.</summary>
    public static Quantity<double> PoolMinimum { get; } = new("pool-minimum", "count", "thread-pool threads the client starts with");

    /// <summary>Whether the pool adds threads for threads that block on tasks (.NET 6 and later).</summary>
    public static Quantity<bool> PoolCompensates { get; } = new("pool-compensates", "", "the thread pool adds threads for blocked ones");

    /// <summary>The most thread-pool threads of the client at a time.</summary>
    public static Quantity<double> PoolThreads { get; } = new("pool-threads", "count", "most thread-pool threads of the client");

    /// <summary>The most work items that waited for a thread of the client's pool.</summary>
    public static Quantity<double> PoolQueue { get; } = new(
        "pool-queue", "count", "most work items waiting for a thread of the client's pool");

    /// <summary>The longest time that a work item waited for a thread of the client's pool, ms.</summary>
    public static Quantity<double> PoolWait { get; } = new(
        "pool-wait", "ms", "longest time that a work item waited for a thread of the client's pool");

    /// <summary>Thread-pool threads of the client when a second round of calls begins.</summary>
    public static Quantity<double> InheritedThreads { get; } =
        new("inherited-threads", "count", "thread-pool threads when a second round of calls begins");

    /// <summary>Whether all senders take one lock.</summary>
    public static Quantity<bool> SendersShareLock { get; } = new("senders-share-lock", "", "all senders take one lock");

    /// <summary>Whether every message loads its certificates anew.</summary>
    public static Quantity<bool> CertificatePerCall { get; } = new("certificate-per-call", "", "every message loads its certificates");

    /// <summary>Time per message that a sender spends on certificates, in the lock where there is one, us.</summary>
    public static Quantity<double> CertificateTime { get; } = new("certificate-time", "us", "time per message spent on certificates");

    /// <summary>How fast a process copies a payload in memory, 10^6 bytes a second.</summary>
    public static Quantity<double> CopyRate { get; } = new("copy-rate", "MB/s", "how fast a process copies memory");
}

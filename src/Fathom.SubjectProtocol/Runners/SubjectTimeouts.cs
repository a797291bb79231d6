namespace Fathom.SubjectProtocol.Runners;

/// <summary>How long the runner waits for a silent subject before it ends it. Generous: a slow machine is not a fault, a hang is.</summary>
public sealed record SubjectTimeouts
{
    /// <summary>From the start of the process until it is ready. Default 30 s.</summary>
    public TimeSpan ToStart { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From a command that only counts until its reply. Default 10 s.</summary>
    public TimeSpan ToReport { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>From the end of its standard input until the process has ended. Default 5 s.</summary>
    public TimeSpan ToEnd { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Minimum for a workload; thirty times its expected time is added. Default 30 s.</summary>
    public TimeSpan ToRunAtLeast { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From the start of a workload until its figures.</summary>
    /// <param name="expectedSeconds">How long the workload usually takes.</param>
    public TimeSpan ToRun(double expectedSeconds) => ToRunAtLeast + TimeSpan.FromSeconds(30 * expectedSeconds);
}

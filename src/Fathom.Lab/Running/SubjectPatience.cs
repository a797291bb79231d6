namespace Fathom.Lab.Running;

/// <summary>How long a silent subject is waited for before it is ended. Generous: a slow machine is no fault, a hang is.</summary>
public sealed record SubjectPatience
{
    /// <summary>From its start until it says that it is ready.</summary>
    public TimeSpan ToStart { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From a command that only counts until its reply.</summary>
    public TimeSpan ToReport { get; init; } = TimeSpan.FromSeconds(10);

    /// <summary>From the end of its standard input until it has ended by itself.</summary>
    public TimeSpan ToEnd { get; init; } = TimeSpan.FromSeconds(5);

    /// <summary>Added to thirty times the expected time of a workload.</summary>
    public TimeSpan ToRunAtLeast { get; init; } = TimeSpan.FromSeconds(30);

    /// <summary>From the start of a workload until its figures.</summary>
    /// <param name="expectedSeconds">How long it usually takes.</param>
    public TimeSpan ToRun(double expectedSeconds) => ToRunAtLeast + TimeSpan.FromSeconds(30 * expectedSeconds);
}

namespace Fathom.Machines.Prerequisites;

/// <summary>What a user wants to do with Fathom.</summary>
public enum PrerequisiteUse
{
    /// <summary><c>fathom run</c> and <c>fathom serve</c>.</summary>
    Studies,

    /// <summary><c>fathom link</c>, and the studies on a link.</summary>
    Link,

    /// <summary>Nodes of a mediator.</summary>
    Mediator,
}

/// <summary>
/// Something that a machine has or lacks: a system facility, a library, a program. <c>fathom check</c>, the readiness check of
/// <c>fathom run</c>, and the skips of tests all use this type. It holds no state.
/// </summary>
public sealed record Prerequisite
{
    /// <summary>Time limit of a probe. A probe that takes longer counts as missing.</summary>
    public static readonly TimeSpan ProbeTimeout = TimeSpan.FromSeconds(20);

    /// <summary>A short name for scripts: <c>tun</c>.</summary>
    public required string Id { get; init; }

    /// <summary>The name for people: <c>TUN device</c>.</summary>
    public required string Name { get; init; }

    /// <summary>The uses that it matters for.</summary>
    public required IReadOnlyList<PrerequisiteUse> Uses { get; init; }

    /// <summary>What is lost without it, as a sentence.</summary>
    public required string Without { get; init; }

    /// <summary>The commands that do not run without it; empty where something else takes its place.</summary>
    public IReadOnlyList<string> StopsCommands { get; init; } = [];

    /// <summary>How to get it, as a sentence: Debian's package first.</summary>
    public required string Remedy { get; init; }

    /// <summary>Finds out whether a machine has it. A probe changes nothing and needs no network.</summary>
    public Func<IMachine, CancellationToken, Task<ProbeOutcome>> Probe { get; init; } =
        (_, _) => Task.FromResult(ProbeOutcome.Present(""));

    /// <summary>Finds out whether a machine has it.</summary>
    /// <param name="machine">The machine.</param>
    /// <param name="time">The clock of the time limit; the system's when null.</param>
    /// <param name="cancellation">Ends the probe.</param>
    /// <exception cref="OperationCanceledException"><paramref name="cancellation"/> was requested.</exception>
    public async Task<PrerequisiteResult> CheckAsync(
        IMachine machine, TimeProvider? time = null, CancellationToken cancellation = default)
    {
        using var timeout = new CancellationTokenSource(ProbeTimeout, time ?? TimeProvider.System);
        using var limit = CancellationTokenSource.CreateLinkedTokenSource(cancellation, timeout.Token);
        ProbeOutcome outcome;
        try
        {
            outcome = await Probe(machine, limit.Token);
        }
        catch (OperationCanceledException) when (!cancellation.IsCancellationRequested)
        {
            outcome = ProbeOutcome.Missing($"no answer within {ProbeTimeout.TotalSeconds:0} s");
        }

        return new PrerequisiteResult
        {
            Prerequisite = this,
            IsPresent = outcome.IsPresent,
            Found = outcome.Found,
            Remedy = outcome.Remedy ?? Remedy,
            Program = outcome.Program,
        };
    }
}

/// <summary>The state of a prerequisite on one machine.</summary>
public sealed record PrerequisiteResult
{
    /// <summary>The prerequisite.</summary>
    public required Prerequisite Prerequisite { get; init; }

    /// <summary>Whether the machine has it.</summary>
    public required bool IsPresent { get; init; }

    /// <summary>A version or amount where it is present; otherwise the fault. Never a path, a host or a user.</summary>
    public required string Found { get; init; }

    /// <summary>How to get it. It can be more exact than <see cref="Prerequisite.Remedy"/>, because the fault is known.</summary>
    public required string Remedy { get; init; }

    /// <summary>The full path of the program, where the prerequisite is one. Not for output.</summary>
    public string? Program { get; init; }

    /// <summary>One sentence for a message: the name, the fault, the remedy.</summary>
    public string Message => $"{Prerequisite.Name}: {Found}. {Remedy}";
}

/// <summary>The result of a probe.</summary>
/// <param name="IsPresent">Whether the machine has it.</param>
/// <param name="Found">A version or amount, or the fault.</param>
/// <param name="Remedy">A more exact remedy, because the fault is known; null for the usual one.</param>
/// <param name="Program">The full path of the program, if it is one.</param>
public sealed record ProbeOutcome(bool IsPresent, string Found, string? Remedy = null, string? Program = null)
{
    /// <summary>It is there.</summary>
    public static ProbeOutcome Present(string found, string? program = null) => new(true, found, null, program);

    /// <summary>It is missing.</summary>
    public static ProbeOutcome Missing(string found, string? remedy = null) => new(false, found, remedy);
}

using Fathom.Records;

namespace Fathom.Studies.Running;

/// <summary>Runs one replicate.</summary>
public interface ITrialExecutor
{
    /// <summary>Runs one replicate; every process it started has ended when this returns or throws.</summary>
    /// <param name="trial">The trial.</param>
    /// <param name="block">The block, for the record.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation);
}

/// <summary>The outcome of one replicate: figures, or a failure.</summary>
public abstract record ReplicateOutcome
{
    private ReplicateOutcome()
    {
    }

    /// <summary>The replicate was measured.</summary>
    /// <param name="Figures">What both processes reported.</param>
    public sealed record Measured(ReplicateFigures Figures) : ReplicateOutcome;

    /// <summary>The replicate failed.</summary>
    /// <param name="Failure">The entry for the record.</param>
    public sealed record Failed(TrialFailure Failure) : ReplicateOutcome;
}

using Fathom.Lab.Studies;

namespace Fathom.Lab.Running;

/// <summary>Carries out one replicate.</summary>
public interface ITrialExecutor
{
    /// <summary>Carries out one replicate; everything it started has ended when this returns or throws.</summary>
    /// <param name="trial">What to carry out.</param>
    /// <param name="block">The block, for the record.</param>
    /// <param name="cancellation">Ends it early.</param>
    /// <exception cref="OperationCanceledException">It was ended early.</exception>
    Task<ReplicateOutcome> ExecuteAsync(TrialPlan trial, int block, CancellationToken cancellation);
}

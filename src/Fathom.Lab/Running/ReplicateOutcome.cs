using Fathom.Lab.Studies;
using Fathom.Lab.Results;

namespace Fathom.Lab.Running;

/// <summary>What came of one replicate: figures, or a failure.</summary>
public abstract record ReplicateOutcome
{
    private ReplicateOutcome()
    {
    }

    /// <summary>It was measured.</summary>
    /// <param name="Figures">What both processes reported.</param>
    public sealed record Measured(ReplicateFigures Figures) : ReplicateOutcome;

    /// <summary>It was not, and why.</summary>
    /// <param name="Failure">What the record will say.</param>
    public sealed record Failed(TrialFailure Failure) : ReplicateOutcome;
}

using Fathom.Diagnosis.Experiments;
using Fathom.Records;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A way in which calls at once lose time on a server. It predicts contrasts, and is no cause before each rival is rejected by
/// one. Stateless.</summary>
public abstract class Mechanism
{
    /// <summary>The cause that it belongs to.</summary>
    public abstract string Cause { get; }

    /// <summary>What it is, as a noun phrase.</summary>
    public abstract string Name { get; }

    /// <summary>What to change, as code where code is meant.</summary>
    public abstract string Fix { get; }

    /// <summary>The time of calls at once as a formula predicts it, beside what was measured; null where there is none.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual ModelCheck? ModelOf(BurstFacts seen) => null;

    /// <summary>Why the server cannot have it, as a clause; null where it can.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual string? WhyImpossible(BurstFacts seen) => null;

    /// <summary>What it predicts of calls past a proxy, where the service answers them; null where the proxy may have it, too.</summary>
    public virtual Prediction? PastProxy => null;

    /// <summary>What it predicts; contrasts of which it predicts nothing are left out.</summary>
    /// <param name="seen">What is known of the service.</param>
    public abstract IEnumerable<Prediction> Predict(BurstFacts seen);
}

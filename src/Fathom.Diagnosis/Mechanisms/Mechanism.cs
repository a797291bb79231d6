using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Mechanisms.Predictions;
using Fathom.Records;

namespace Fathom.Diagnosis.Mechanisms;

/// <summary>A way in which calls at once lose time on a server. It predicts contrasts, and is no cause before each rival is rejected by
/// one. Stateless.</summary>
/// <param name="cause">The cause that it belongs to.</param>
/// <param name="name">What it is, as a noun phrase.</param>
public abstract class Mechanism(string cause, string name)
{
    /// <summary>The cause that it belongs to.</summary>
    public string Cause { get; } = cause;

    /// <summary>What it is, as a noun phrase.</summary>
    public string Name { get; } = name;

    /// <summary>What to change, as code where code is meant.</summary>
    public abstract string Fix { get; }

    /// <summary>The time of calls at once as a formula predicts it, beside what was measured; null where there is none.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual ModelCheck? ModelOf(BurstFacts seen) => null;

    /// <summary>Why the server cannot have it, as a clause; null where it can.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual string? WhyImpossible(BurstFacts seen) => null;

    /// <summary>Whether it is no rival before its own sign was seen: one that changes what others predict, and is looked at where none of
    /// them is left.</summary>
    public virtual bool NeedsSign => false;

    /// <summary>Why its sign alone does not prove it, as a clause; null where it does.</summary>
    /// <param name="seen">What is known of the service.</param>
    public virtual string? WhyNotProven(BurstFacts seen) => null;

    /// <summary>What it predicts of calls past a proxy, where the service answers them: that it is the server's; null where the proxy may
    /// have it, too.</summary>
    public virtual Prediction? PastProxy => ProxyPredictions.WaitsForServer;

    /// <summary>What it predicts; contrasts of which it predicts nothing are left out.</summary>
    /// <param name="seen">What is known of the service.</param>
    public abstract IEnumerable<Prediction> Predict(BurstFacts seen);
}

using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Services;

/// <summary>One thing that probes change on their own side, to prove a cause of a service: trials that differ in nothing else.</summary>
/// <param name="Variable">What is changed, as records call it.</param>
/// <param name="From">What it is without the change.</param>
/// <param name="To">What it is with it.</param>
/// <param name="Sets">The quantity that is set, by which it proves causes.</param>
/// <param name="Metric">The quantity compared.</param>
/// <param name="Unchanged">The trial without it.</param>
/// <param name="Changed">The trial with it.</param>
internal sealed record ServiceChange(
    string Variable, string From, string To, Setting Sets, Quantity<double> Metric, ServiceTrial Unchanged, ServiceTrial Changed)
{
    /// <summary>What is compared of a trial, ms.</summary>
    public required Func<ServiceTrialResult, double> Value { get; init; }

    /// <summary>Whether the cause predicts that the change makes no difference.</summary>
    public bool IsEquivalence { get; init; }

    /// <summary>About how long one pair of trials takes, ms.</summary>
    public double PairMs { get; init; }

    /// <summary>Whether the two sides use different connections although that is not what is changed: where connections to the address
    /// differ by themselves, such a comparison shows no more than that.</summary>
    public bool IsConfoundedByPlacement => Sets.Of != BehaviourQuantities.ConnectionNumber
        && (Unchanged.Options != Changed.Options || Unchanged.Connections != Changed.Connections);

    /// <summary>As records and sentences name it.</summary>
    public override string ToString() => $"{Variable}={To}";
}

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

    /// <summary>Several changes at once; null where they do not vary the same trial, or do not compare the same.</summary>
    /// <param name="changes">The changes, at least two.</param>
    public static ServiceChange? Together(IReadOnlyList<ServiceChange> changes)
    {
        var first = changes[0];
        return changes.Any(c => c.IsEquivalence || c.Metric != first.Metric || c.Unchanged != first.Unchanged || c.Value != first.Value)
            ? null : first with
            {
                Variable = "together",
                From = "as it is",
                To = string.Join(" and ", changes),
                Changed = changes.Skip(1).Aggregate(first.Changed, (all, c) => Merge(first.Unchanged, all, c.Changed)),
                PairMs = changes.Min(c => c.PairMs),
            };
    }

    /// <summary>As records and sentences name it.</summary>
    public override string ToString() => $"{Variable}={To}";

    // What the second changes of the unchanged trial, in the first.
    private static ServiceTrial Merge(ServiceTrial unchanged, ServiceTrial first, ServiceTrial second)
    {
        var (none, one, other) = (unchanged.Options, first.Options, second.Options);
        return first with
        {
            AtOnce = Of(unchanged.AtOnce, first.AtOnce, second.AtOnce),
            PauseMs = Of(unchanged.PauseMs, first.PauseMs, second.PauseMs),
            Connections = Of(unchanged.Connections, first.Connections, second.Connections),
            Options = one with
            {
                StreamWindow = Of(none.StreamWindow, one.StreamWindow, other.StreamWindow),
                ConnectionWindow = Of(none.ConnectionWindow, one.ConnectionWindow, other.ConnectionWindow),
                IsBare = Of(none.IsBare, one.IsBare, other.IsBare),
                AcceptedEncodings = Of(none.AcceptedEncodings, one.AcceptedEncodings, other.AcceptedEncodings),
                IsDirect = Of(none.IsDirect, one.IsDirect, other.IsDirect),
                Number = Of(none.Number, one.Number, other.Number),
                SegmentBytes = Of(none.SegmentBytes, one.SegmentBytes, other.SegmentBytes),
                QuickAck = Of(none.QuickAck, one.QuickAck, other.QuickAck),
            },
        };

        static T Of<T>(T unchanged, T first, T second) => EqualityComparer<T>.Default.Equals(second, unchanged) ? first : second;
    }
}

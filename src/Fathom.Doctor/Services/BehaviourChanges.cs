using System.Globalization;
using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Behaviour;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>The changes on the caller's side that prove how a server behaves over time and between connections: when a call starts, which
/// connection carries it, whether the method is called at all.</summary>
internal static class BehaviourChanges
{
    // Shortly before a tick, and far enough from it that a late timer of this machine does not miss it.
    private const double Phase = 0.7;
    private const double TrialMs = 400;
    private const int MaxCalls = 10;

    /// <summary>Those that fit what was observed.</summary>
    /// <param name="seen">What was observed.</param>
    /// <param name="few">Calls one at a time.</param>
    public static IEnumerable<ServiceChange> Of(Evidence seen, ServiceTrial few)
    {
        var call = seen.Value(ServiceQuantities.CallTime);
        if (seen.Find(BehaviourQuantities.TickPeriod) is { Value: var period })
        {
            // The first call of a trial starts at any time.
            var calls = 1 + Math.Clamp((int)(TrialMs / period), 1, MaxCalls);
            yield return new ServiceChange("pause-before-call", "0", $"{Text(100 * Phase)} % of a period",
                BehaviourQuantities.CallPhase.Is(Phase), ServiceQuantities.CallTime, new ServiceTrial { Calls = calls },
                new ServiceTrial { Calls = calls, PauseMs = Phase * period })
            {
                Value = r => Sample.Median([.. r.CallMs.Skip(1)]),
                PairMs = 2 * calls * period,
            };
        }

        if (seen.Find(BehaviourQuantities.SlowConnection) is { Value: var slow }
            && seen.Find(BehaviourQuantities.FastConnection) is { Value: var fast })
        {
            yield return new ServiceChange("connection", $"number {Text(slow)}", $"number {Text(fast)}",
                BehaviourQuantities.ConnectionNumber.Is(fast), ServiceQuantities.CallTime,
                few with { Options = PlacementProbe.Numbered((int)slow) }, few with { Options = PlacementProbe.Numbered((int)fast) })
            {
                Value = r => Sample.Median([.. r.CallMs]),
                PairMs = few.Calls * (seen.Value(BehaviourQuantities.SlowConnectionTime)
                    + seen.Value(BehaviourQuantities.FastConnectionTime)),
            };
        }

        if (seen.Is(BehaviourQuantities.AnswersDirectly))
        {
            yield return new ServiceChange("path", "through the proxy", "past the proxy", BehaviourQuantities.ThroughProxy.Is(false),
                ServiceQuantities.CallTime, few, few with { Options = ProbeConnectionOptions.Default with { IsDirect = true } })
            {
                Value = ServiceChanges.Median, PairMs = 2 * few.Calls * call,
            };
        }

        if (HeldThread.IsSeen(seen))
        {
            yield return new ServiceChange("method-beside", "yes", "no", BehaviourQuantities.MethodBeside.Is(false),
                BehaviourQuantities.NoOpBesideOne, few with { IsWatched = true }, few with { IsWatched = true, IsNoOp = true })
            {
                // The first no-op call starts together with the trial's first call.
                Value = r => Sample.Median([.. r.Beside.NoOps.Count > 1 ? r.Beside.NoOps.Skip(1) : r.Beside.NoOps]),
                PairMs = (few.Calls * call) + (few.Calls * seen.Value(ServiceQuantities.NoOpTime)),
            };
        }
    }

    private static string Text(double value) => value.ToString("0", CultureInfo.InvariantCulture);
}

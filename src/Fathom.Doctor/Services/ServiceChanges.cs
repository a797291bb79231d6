using System.Globalization;
using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>The changes that probes can make on their own side, sized for a service as it was observed.</summary>
internal static class ServiceChanges
{
    // A trial of calls one after another takes about this long, within the bounds below.
    private const double TrialMs = 500;
    private const int MostCalls = 10;

    /// <summary>The change that proves one of these quantities' causes; null where the caller's side has none.</summary>
    public static ServiceChange? Changing(Evidence seen, IReadOnlyList<Quantity> provenBy) =>
        seen.Has(ServiceQuantities.CallTime) ? Of(seen).FirstOrDefault(c => provenBy.Contains(c.Sets.Of)) : null;

    /// <summary>The median time of a call.</summary>
    public static double Median(ServiceTrialResult result) => Sample.Median([.. result.CallMs]);

    /// <summary>A number as records have it.</summary>
    public static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<ServiceChange> Of(Evidence seen)
    {
        var call = seen.Value(ServiceQuantities.CallTime);
        var few = new ServiceTrial { Calls = Math.Clamp((int)(TrialMs / call), 1, MostCalls) };
        return [.. seen.Has(ServiceQuantities.BurstCalls) ? Calls(seen, few) : [], .. PathChanges.Of(seen, few)];
    }

    private static IReadOnlyList<ServiceChange> Calls(Evidence seen, ServiceTrial few)
    {
        var calls = (int)seen.Value(ServiceQuantities.BurstCalls);
        var (call, burst) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.BurstTime));
        var all = new ServiceTrial { Calls = calls, AtOnce = calls };
        var sequential = 2 * few.Calls * call;
        return
        [
            new("connections", "1", Text(BurstProbe.Spread), ServiceQuantities.Connections.Is(BurstProbe.Spread),
                ServiceQuantities.BurstTime, all, all with { Connections = BurstProbe.Spread })
            {
                Value = r => r.TotalMs,
                PairMs = 2 * burst,
            },
            .. Queue(seen, call),
            .. Plain(seen, few, sequential),
            new("TCP_QUICKACK", "0", "1", ServiceQuantities.QuickAck.Is(true), ServiceQuantities.CallTime, few,
                few with { Options = ReplyProbe.QuickAcknowledging }) { Value = Median, PairMs = sequential },
            .. BehaviourChanges.Of(seen, few),
            // After the method that is not called at all, which shows more where one call holds others.
            new("calls-beside", Text(calls), "1", ServiceQuantities.CallsBeside.Is(1), ServiceQuantities.LongestNoOp,
                all with { IsWatched = true }, new ServiceTrial { Calls = few.Calls, IsWatched = true })
            {
                Value = r => r.Beside.NoOps.Max(),
                PairMs = burst + (few.Calls * call),
            },
        ];
    }

    // A server that compresses whatever its caller accepts is not changed by that.
    private static IEnumerable<ServiceChange> Plain(Evidence seen, ServiceTrial few, double sequentialMs)
    {
        if (!seen.Has(ServiceQuantities.VainCodecTime))
        {
            yield return new ServiceChange("grpc-accept-encoding", ProbeConnectionOptions.AllEncodings, "identity",
                ServiceQuantities.AcceptedEncodings.Is("identity"), ServiceQuantities.CallTime, few,
                few with { Options = ReplyProbe.Accepting("identity") }) { Value = Median, PairMs = sequentialMs };
        }
    }

    // As many in flight as are served at a time, and one that waits, so that no round trip is idle: the cause predicts that the calls take
    // no longer.
    private static IEnumerable<ServiceChange> Queue(Evidence seen, double call)
    {
        var most = seen.Value(ServiceQuantities.BurstCalls);
        var served = BurstQueue.ServedAtOnce(seen);
        var calls = (int)Math.Clamp(served * TrialMs * 2 / call, Math.Min(most, 4 * served), most);
        var inFlight = served + 1;
        if (calls > inFlight)
        {
            var all = new ServiceTrial { Calls = calls, AtOnce = calls };
            yield return new ServiceChange("calls-at-once", Text(calls), Text(inFlight), ServiceQuantities.CallsAtOnce.Is(inFlight),
                ServiceQuantities.BatchTime, all, all with { AtOnce = inFlight })
            {
                Value = r => r.TotalMs,
                IsEquivalence = true,
                PairMs = 2 * calls * call / served,
            };
        }
    }
}

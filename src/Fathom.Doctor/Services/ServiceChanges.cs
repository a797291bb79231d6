using System.Globalization;
using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside;
using Fathom.Statistics;

namespace Fathom.Doctor.Services;

/// <summary>The changes that probes can make on their own side, sized for a service as it was observed.</summary>
internal static class ServiceChanges
{
    // A trial of calls one after another takes about this long, within the bounds below.
    private const double TrialMs = 500;
    private const int MaxCalls = 10;

    /// <summary>The change that proves a cause by the first of its quantities that the caller's side can change; null where it can change
    /// none.</summary>
    public static ServiceChange? Changing(Evidence seen, IReadOnlyList<Quantity> provenBy) =>
        seen.Has(ServiceQuantities.CallTime) ? First(Of(seen), provenBy) : null;

    /// <summary>The same among given changes, of which each sets another quantity: their order means nothing.</summary>
    public static ServiceChange? First(IEnumerable<ServiceChange> changes, IReadOnlyList<Quantity> provenBy)
    {
        var bySet = changes.ToDictionary(c => (Quantity)c.Sets.Of);
        return provenBy.Select(bySet.GetValueOrDefault).FirstOrDefault(c => c is not null);
    }

    /// <summary>The median time of a call.</summary>
    public static double Median(ServiceTrialResult result) => Sample.Median([.. result.CallMs]);

    /// <summary>A number as records have it.</summary>
    public static string Text(double value) => value.ToString("0.###", CultureInfo.InvariantCulture);

    /// <summary>All of them.</summary>
    public static IReadOnlyList<ServiceChange> Of(Evidence seen)
    {
        var call = seen.Value(ServiceQuantities.CallTime);
        var few = new ServiceTrial { Calls = Math.Clamp((int)(TrialMs / call), 1, MaxCalls) };
        return [.. Calls(seen, few), .. PathChanges.Of(seen, few)];
    }

    private static IReadOnlyList<ServiceChange> Calls(Evidence seen, ServiceTrial few)
    {
        var sequential = 2 * few.Calls * seen.Value(ServiceQuantities.CallTime);
        return
        [
            .. Plain(seen, few, sequential),
            new("TCP_QUICKACK", "0", "1", ServiceQuantities.QuickAck.Is(true), ServiceQuantities.CallTime, few,
                few with { Options = ReplyProbe.QuickAcknowledging }) { Value = Median, PairMs = sequential },
            .. BehaviourChanges.Of(seen, few),
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
}

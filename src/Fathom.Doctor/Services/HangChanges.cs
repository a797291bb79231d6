using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;
using Fathom.Doctor.Probes.Outside.Hangs;

namespace Fathom.Doctor.Services;

/// <summary>The changes on the caller's side that prove why calls do not end: with each the same is done over new connections.</summary>
internal static class HangChanges
{
    /// <summary>All of them.</summary>
    /// <param name="seen">What was observed.</param>
    /// <param name="hung">What did not end.</param>
    public static IEnumerable<ServiceChange> Of(Evidence seen, ServiceTrial hung)
    {
        if (seen.Find(HangQuantities.SmallSegmentTime) is { Value: var small })
        {
            var limit = LimitedTrial.LimitFor(small);
            yield return new ServiceChange("TCP_MAXSEG", "default", ServiceChanges.Text(HangProbe.SmallSegment),
                HangQuantities.SegmentBytes.Is(HangProbe.SmallSegment), HangQuantities.FreshTime,
                LimitedTrial.Of(hung, null, limit), LimitedTrial.Of(hung, HangProbe.SmallSegment, limit))
            {
                Value = r => r.TotalMs,
                PairMs = limit.TotalMilliseconds + small,
            };
        }

        if (seen.Find(HangQuantities.OwnRequestStart) is { Value: var own })
        {
            var same = hung with { Holding = CreditHolding.SameConnection };
            yield return new ServiceChange("own-connection", "no", "yes", HangQuantities.OwnConnection.Is(true),
                HangQuantities.RequestStart, same, same with { Holding = CreditHolding.OtherConnection })
            {
                Value = r => r.TotalMs,
                PairMs = LimitedTrial.Least.TotalMilliseconds + own + (4 * ExhaustedWindow.Quiet.TotalMilliseconds),
            };
        }
    }
}

using Fathom.Diagnosis.Observations;

namespace Fathom.Diagnosis.Causes;

/// <summary>The part of a call that compression takes, seen beside the same call without it. Calls at once that compress wait for the
/// processors, as calls do that wait for a lock or for a thread.</summary>
public static class CodecTime
{
    // Measured for random bytes on busy processors: 54 % of a call on gRPC's C core, 98 % on Kestrel.
    private const double MaxShare = 0.3;

    /// <summary>Whether compression takes so much of a call that calls at once wait for the processors that compress.</summary>
    public static bool TakesTheTime(Evidence seen) => Share(seen) > MaxShare;

    /// <summary>Share of a call that compression takes, 0 to 1; 0 without a codec.</summary>
    public static double Share(Evidence seen) =>
        seen.Find(ServiceQuantities.VainCodecTime) is { Value: var vain } ? Math.Min(1, vain / seen.Value(ServiceQuantities.CallTime))
        : seen.Has(CompressionQuantities.Codec) && seen.Find(ServiceQuantities.PlainCallTime) is { Value: var plain }
            ? 1 - (plain / seen.Value(ServiceQuantities.CallTime)) : 0;
}

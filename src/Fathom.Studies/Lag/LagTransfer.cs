using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Lag.LagFactors;
using static Fathom.Studies.Lag.LagLinkFactors;

namespace Fathom.Studies.Lag;

/// <summary>Rough duration of a transfer, by the formulas of the findings.</summary>
internal static class LagTransfer
{
    private const double MinRto = 0.2;

    /// <summary>Seconds of a replicate's transfer, for the time left.</summary>
    public static double ExpectedSeconds(FactorLevels levels)
    {
        var (size, roundTrip) = (levels.Value(CallQuantities.PayloadBytes), levels.Find(LinkQuantities.RoundTrip) ?? 0);
        var lossy = levels.Has(Lossy);
        if (levels.Has(HttpSysModel) && (levels.Has(WriteSync) || IsGrpc(levels)))
        {
            var perSegment = roundTrip + (lossy ? 0.04 * (roundTrip + MinRto) : 0);
            return size / levels.Value(TransferQuantities.WriterSegment) * perSegment * (levels.Has(SmallSegment) ? 1 : 1.2);
        }

        var mathis = lossy && levels.Has(LineMtu) ? size / (1448 * 1.22 / Math.Sqrt(0.02)) * roundTrip : 0;
        var windows = size / (levels.Has(FixedWindow) ? 65535.0 : 400_000.0) * roundTrip;
        var transfers = levels.Has(Warm) ? 2 : 1;
        return transfers * Math.Max(8 * roundTrip, Math.Max(mathis, windows));
    }

    private static bool IsGrpc(FactorLevels levels) => levels.Has(GrpcUnary) || levels.Has(GrpcStream) || levels.Has(GrpcUpload);
}

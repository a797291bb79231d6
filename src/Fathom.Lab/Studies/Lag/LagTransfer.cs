using System.Globalization;
using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Lag;

/// <summary>A combination's levels as numbers.</summary>
internal static class LagTransfer
{
    private const double LeastRto = 0.2;

    /// <summary>Bytes of the blob.</summary>
    public static int SizeOf(FactorLevels levels) => Bytes(levels["size"]);

    /// <summary>Seconds there and back; 0 without a link.</summary>
    public static double RoundTripOf(FactorLevels levels) =>
        levels["delay"] == LagFactors.NoLink ? 0 : 2 * double.Parse(levels["delay"][..^2], CultureInfo.InvariantCulture) / 1000;

    /// <summary>A number of bytes, or null for a default.</summary>
    public static int? WindowOf(string level) => level switch
    {
        "default" => null,
        ClientPings.FixedWindow => 65535,
        _ => Bytes(level),
    };

    /// <summary>Roughly how long a replicate's transfer takes, seconds: what the findings' formulas say, for the time left.</summary>
    public static double ExpectedSeconds(FactorLevels levels)
    {
        var (size, roundTrip) = (SizeOf(levels), RoundTripOf(levels));
        var perSegment = roundTrip + (levels["loss"] == "2%" ? 0.04 * (roundTrip + LeastRto) : 0);
        if (levels["host"] == "httpsys-model" && (levels["write"] == "Write"
            || levels["protocol"].StartsWith("grpc", StringComparison.Ordinal)))
        {
            return size / (levels["segment"] == "4096" ? 4096.0 : 65536.0) * perSegment * (levels["segment"] == "4096" ? 1 : 1.2);
        }

        var mathis = levels is var l && l["loss"] == "2%" && l["mtu"] == "1500" ? size / (1448 * 1.22 / Math.Sqrt(0.02)) * roundTrip : 0;
        var windows = size / (levels["client_window"] == ClientPings.FixedWindow ? 65535.0 : 400_000.0) * roundTrip;
        var transfers = levels["connection"] == "warm" ? 2 : 1;
        return transfers * Math.Max(8 * roundTrip, Math.Max(mathis, windows));
    }

    private static int Bytes(string text) => text[^1] switch
    {
        'k' => Number(text[..^1]) << 10,
        'M' => Number(text[..^1]) << 20,
        _ => Number(text),
    };

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}

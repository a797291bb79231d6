using Fathom.Diagnosis.Observations;
using static Fathom.Studies.Compression.CompressionCodecs;
using static Fathom.Studies.Compression.CompressionFactors;

namespace Fathom.Studies.Compression;

/// <summary>How much a replicate downloads.</summary>
internal static class CompressionTransfer
{
    private const double Megabits = 4.05 * 8;

    // The published means are of one message; a stream or random bytes take so long that fewer suffice.
    private const int Calls = 10;
    private const int FewCalls = 4;

    // Of a server that decides, and of plain messages beside it: both take 7 ms where it sends plain, and the medians of seven times ten
    // downloads differed by up to 1.23.
    private const int CallsAtLeisure = 100;
    private const int WarmUpCalls = 3;

    // Thousands of messages compile everything.
    private const int WarmUpStreams = 2;

    // Where there is time: plain streams are warm then as well (4 MB took 10 ms after two downloads, 6 ms after thirty), and a server that
    // decides, which may spend 3 % of the time on trials, has had that time.
    private const int WarmUpAtLeisure = 20;

    // A slow line makes every download long: fewer of them keep a replicate within a few seconds. On the slowest two no server decides.
    private const int WarmUpCallsOnLines = 2;
    private const int WarmUpCallsOnSlow = 1;

    // Of 4 to 13 downloads over loopback, most of which compress 4 MB.
    private const double QuickSeconds = 0.15;

    /// <summary>Downloads that are counted.</summary>
    public static int CallsOf(Profile profile, FactorLevels levels) => levels.Find(LinkQuantities.Rate) switch
    {
        null when profile == Profile.Full && IsPlainOrAdaptive(levels) => CallsAtLeisure,
        null => levels.Has(OneMessage) && !levels.Has(RandomBytes) ? Calls : FewCalls,
        < 100 => 3,
        < 300 => 5,
        _ => 8,
    };

    /// <summary>Downloads before, over the same connection.</summary>
    public static int WarmUpCallsOf(Profile profile, FactorLevels levels) => levels.Find(LinkQuantities.Rate) switch
    {
        < 50 => WarmUpCallsOnSlow,
        not null => WarmUpCallsOnLines,
        null when profile == Profile.Full && StandsBesideAdaptive(levels) => WarmUpAtLeisure,
        _ => levels.Has(MessageStream) ? WarmUpStreams : WarmUpCalls,
    };

    /// <summary>Rough duration of a replicate, for the time left.</summary>
    public static double ExpectedSeconds(Profile profile, FactorLevels levels)
    {
        var codec = levels.Find(CompressionQuantities.CodecLevel) == "best" ? 3 : 1.2;
        var share = levels.Has(Uncompressed) ? 1 : 0.4;
        var downloads = CallsOf(profile, levels) + WarmUpCallsOf(profile, levels);
        return levels.Find(LinkQuantities.Rate) is { } rate ? codec + (downloads * share * Megabits / rate)
            : profile == Profile.Quick ? QuickSeconds : codec;
    }

    private static bool IsPlainOrAdaptive(FactorLevels levels) =>
        levels.Has(Uncompressed) || levels.Is(CompressionQuantities.Adaptive);
}

using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Compression;

/// <summary>How much a replicate downloads, and over which line.</summary>
internal static class CompressionTransfer
{
    private const double Megabits = 4.05 * 8;

    // Published are means of one message; a stream or random bytes take so long that fewer do.
    private const int Calls = 10;
    private const int FewCalls = 4;

    // Of a server that decides, and of plain messages beside it: both take 7 ms where it sends plain, and the medians of seven times ten
    // such differed by up to 1.23.
    private const int CallsAtLeisure = 100;
    private const int WarmUpCalls = 3;

    // Its thousands of messages have everything compiled.
    private const int WarmUpStreams = 2;

    // Where there is time, so many that plain streams are warm as well (4 MB took 10 ms after two downloads, 6 ms after thirty), and that a
    // server that decides, which may spend 3 % of the time on trials, has had the time to.
    private const int WarmUpAtLeisure = 20;

    // A slow line makes every download long: fewer of them keep a replicate within a few seconds. On the slowest two no server decides.
    private const int WarmUpCallsOnLines = 2;
    private const int WarmUpCallsOnSlow = 1;

    /// <summary>The rate of the line in Mbit/s, or null without one.</summary>
    public static double? RateOf(FactorLevels levels) => NumberedLevel.Read(levels[CompressionFactors.Link])?.Mbit;

    /// <summary>Downloads that are counted.</summary>
    public static int CallsOf(Profile profile, FactorLevels levels) => RateOf(levels) switch
    {
        null when profile == Profile.Full && IsPlainOrDecides(levels[CompressionFactors.Compression]) => CallsAtLeisure,
        null => levels[CompressionFactors.Shape] == "one" && levels[CompressionFactors.Payload] != "random" ? Calls : FewCalls,
        < 100 => 3,
        < 300 => 5,
        _ => 8,
    };

    /// <summary>Downloads before, over the same connection.</summary>
    public static int WarmUpCallsOf(Profile profile, FactorLevels levels) => RateOf(levels) < 50 ? WarmUpCallsOnSlow
        : RateOf(levels) is not null ? WarmUpCallsOnLines
        : profile == Profile.Full && CompressionFactors.StandsBesideDeciding(levels[CompressionFactors.Compression]) ? WarmUpAtLeisure
        : levels[CompressionFactors.Shape] == "stream" ? WarmUpStreams : WarmUpCalls;

    private static bool IsPlainOrDecides(string compression) =>
        compression == CompressionPaysBelowRule.None || CompressionFactors.Decides(compression);

    /// <summary>Roughly how long a replicate takes, for the time left.</summary>
    public static double ExpectedSeconds(Profile profile, FactorLevels levels)
    {
        var codec = levels[CompressionFactors.Compression].EndsWith(" best", StringComparison.Ordinal) ? 3 : 1.2;
        var share = levels[CompressionFactors.Compression] == "none" ? 1 : 0.4;
        return RateOf(levels) is { } rate ? codec + ((CallsOf(profile, levels) + WarmUpCallsOf(profile, levels)) * share * Megabits / rate)
            : codec;
    }
}

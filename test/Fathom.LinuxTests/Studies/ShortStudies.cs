using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Observations;
using Fathom.Studies;
using Fathom.Studies.Compression;
using Fathom.Studies.Lag;

namespace Fathom.LinuxTests.Studies;

/// <summary>Parts of studies that are as short as what they prove. At night the studies run as they are declared.</summary>
internal static class ShortStudies
{
    /// <summary>Segments of the small blob.</summary>
    public const int Segments = 16;

    // A quarter of the quick profile's blob: a transfer of one segment per round trip takes 0.8 s in place of 3.2 s.
    private static readonly Level SmallBlob = LagFactors.Size.Level("64k", CallQuantities.PayloadBytes.Is(Segments * 4096));

    private static readonly FactorSpec[] LagFactorsOfIt =
        [.. LagFactors.Of(Profile.Quick).Select(f => f.Factor == LagFactors.Size ? LagFactors.Size.With(SmallBlob) : f)];

    private static readonly FactorLevels Published = FactorLevels.BaselineOf(LagFactorsOfIt);

    /// <summary>The published pair, of a smaller blob.</summary>
    public static StudySpec Lag { get; } = LagStudy.Spec with
    {
        Factors = _ => LagFactorsOfIt,
        Combinations = _ => [Published, Published.With(LagFactors.WriteAsync)],
        Comparisons = _ => [new(StopAndWaitSenderCause.Name, Published, LagFactors.WriteAsync, LagMetrics.WallTime)],
        Dispensable = _ => [],
        QuickLimit = null,
    };

    /// <summary>One transfer without a link.</summary>
    public static StudySpec LagWithoutLink { get; } = Lag with
    {
        Combinations = _ => [Published.With(LagLinkFactors.Lossless, LagLinkFactors.NoLink)],
        Comparisons = _ => [],
        Policy = Once(LagStudy.Spec),
    };

    /// <summary>Text over one line, as it is and compressed, once each.</summary>
    public static StudySpec Compression { get; } = CompressionStudy.Spec with
    {
        Combinations = profile => [Plain(profile), Plain(profile).With(CompressionCodecs.GzipBest)],
        Comparisons = _ => [],
        Policy = Once(CompressionStudy.Spec),
    };

    private static FactorLevels Plain(Profile profile) => FactorLevels.BaselineOf(CompressionFactors.Of(profile)).With(
        CompressionFactors.Text, CompressionFactors.OneMessage, CompressionCodecs.Uncompressed, CompressionFactors.FasterLinks[1]);

    private static Func<Profile, FactorLevels, TrialPolicy> Once(StudySpec study) =>
        (profile, levels) => study.Policy(profile, levels) with { Replicates = 1 };
}

using System.Text.Json.Nodes;
using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Causes.CompressionPaysBelow;
using Fathom.Diagnosis.Causes.MessageTooLarge;
using Fathom.Diagnosis.Observations;
using Fathom.Link.Impairments;
using Fathom.Link.Packets;
using Fathom.Link.Plans;
using Fathom.Link.Units;
using static Fathom.Studies.Compression.CompressionCodecs;
using static Fathom.Studies.Compression.CompressionFactors;

namespace Fathom.Studies.Compression;

/// <summary>
/// The study <c>compression</c>: "does it help?". One download of 4 MB after another, as one message and as a stream, by every codec, over
/// this machine's own loopback and over lines of several rates; the published blog post measured times and could not say when compression
/// makes a response faster.
/// </summary>
public static class CompressionStudy
{
    // Nearly four downloads: the queue before the line takes what TCP sends ahead, and drops nothing.
    private static readonly QueueLimit Queue = new(16 << 20);

    private const int CurveReplicates = 7;

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "compression",
        Title = "Compression, and below which rate of the line it pays",
        Question = "gzip and deflate made a response of 4 MB 99.76 % smaller, and not necessarily faster; one of 4.8 MB failed. When "
            + "does compression help, and which?",
        Factors = CompressionFactors.Of,
        Combinations = CompressionDesign.Combinations,
        Policy = Policy,
        StartSeconds = 0.25,
        QuickLimit = TimeSpan.FromSeconds(40),
        Setup = Setup,
        Metrics = CompressionMetrics.All,
        Comparisons = CompressionDesign.Comparisons,
        Causes = [new CompressionPaysBelowCause(), new CompressionMisuseCause(), new MessageTooLargeCause()],
        Tables = [.. CompressionPublished.Tables, .. CompressionAdaptive.Tables],
        Pictures =
        [
            Picture.Lines("Time of a download by the rate of the line", Line, CompressionMetrics.DownloadTime, Codec,
                [Payload, Shape], CompressionMetrics.BreakEven),
            Picture.Scatter("Bytes saved by the speed of compressing", CompressionMetrics.CompressSpeed, CompressionMetrics.Savings,
                Codec, [Payload]),
        ],
        Answer = CompressionAnswer.From,
    };

    // A trial that no comparison uses is a point of a curve.
    private static TrialPolicy Policy(Profile profile, FactorLevels levels) => new(
        Replication.Of(levels, CompressionDesign.Comparisons(profile), otherwise: CurveReplicates),
        CompressionTransfer.ExpectedSeconds(profile, levels), IsIdle: false);

    private static TrialSetup Setup(Profile profile, FactorLevels levels)
    {
        var linked = !levels.Has(NoLink);
        string[] pool = levels.Has(NativeHost) ? ["--handlers-on-pool"] : [];
        string[] listen = linked ? ["--port", "1080", "--bind", LinkAddresses.Far4.ToString()] : ["--port", "0"];
        return new TrialSetup(
            new ProcessSetup(levels[Host].Name, [.. listen, .. pool], new Dictionary<string, string>([RuntimeSettings.NoProfiling])),
            new ProcessSetup("client", [], new Dictionary<string, string>([RuntimeSettings.NoProfiling])),
            new JsonObject
            {
                ["kind"] = "download",
                ["client"] = levels[Client].Name,
                ["contract"] = "proto",
                ["payload"] = levels[Payload].Name,
                ["shape"] = levels[Shape].Name,
                ["codec"] = levels.Find(CompressionQuantities.Codec) ?? "none",
                ["level"] = levels.Find(CompressionQuantities.CodecLevel) ?? "default",
                ["policy"] = levels.Is(CompressionQuantities.Adaptive) ? "where-it-pays" : "always",
                ["calls"] = CompressionTransfer.CallsOf(profile, levels),
                ["warm_up_calls"] = CompressionTransfer.WarmUpCallsOf(profile, levels),
            })
        {
            // Congestion control is named, since an inherited one would differ from machine to machine. The client's clock is all that the
            // study needs: packets are not read.
            Link = linked
                ? new LinkSpec
                {
                    Both = new DirectionSpec { Rate = BitRate.FromMegabits(levels.Value(LinkQuantities.Rate)), Queue = Queue },
                    Congestion = "reno",
                }
                : null,
            ReadsPackets = false,
        };
    }
}

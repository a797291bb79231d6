using System.Text.Json.Nodes;
using Fathom.Lab.Findings;
using Fathom.Lab.Results;
using Fathom.Link.Packets;
using Fathom.Link.Plans;

namespace Fathom.Lab.Studies.Compression;

/// <summary>
/// The study <c>compression</c>: "does it help?". One download of 4 MB after another, as one message and as a stream, by every codec, over
/// this machine's own loopback and over lines of several rates; the published blog post measured times and could not say when compression
/// makes a response faster.
/// </summary>
public static class CompressionStudy
{
    private const int MessageLimit = 4 * 1024 * 1024;

    // Nearly four downloads: the queue before the line takes what TCP sends ahead, and drops nothing.
    private const string Queue = "16m";

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
        Setup = Setup,
        Metrics = CompressionMetrics.All,
        Comparisons = CompressionDesign.Comparisons,
        Rules = [new CompressionPaysBelowRule(), new CompressionMisuseRule(), new MessageTooLargeRule(MessageLimit)],
        Tables = [.. CompressionPublished.Tables, .. CompressionAdaptive.Tables],
        Pictures =
        [
            new(
                PictureKind.Line, "Time of a download by the rate of the line", CompressionFactors.Link,
                    CompressionPaysBelowRule.DownloadMs, CompressionFactors.Compression,
                [CompressionFactors.Payload, CompressionFactors.Shape], Mark: CompressionPaysBelowRule.BreakEven),
            new(
                PictureKind.Scatter, "Bytes saved by the speed of compressing", CompressionPaysBelowRule.Compress,
                    CompressionPaysBelowRule.Savings, CompressionFactors.Compression,
                [CompressionFactors.Payload]),
        ],
        Answer = CompressionAnswer.From,
    };

    // All comparisons share 5 %: no p-value of five against five is below 1/252, which the many pairs of full could not reach; of seven
    // against seven it is 1/3432.
    private static TrialPolicy Policy(Profile profile, FactorLevels levels) =>
        new(Replicates: profile == Profile.Full ? 7 : 5, CompressionTransfer.ExpectedSeconds(profile, levels), OnlyWaits: false);

    private static TrialSetup Setup(Profile profile, FactorLevels levels)
    {
        var (codec, level, policy) = Parse(levels[CompressionFactors.Compression]);
        var linked = levels[CompressionFactors.Link] != CompressionFactors.NoLink;
        string[] pool = levels["host"] == "native" ? ["--handlers-on-pool"] : [];
        string[] listen = linked ? ["--port", "1080", "--bind", LinkAddresses.Far4.ToString()] : ["--port", "0"];
        return new TrialSetup(
            new ProcessSetup(levels["host"], [.. listen, .. pool], new Dictionary<string, string>([RuntimeSettings.NoProfiling])),
            new ProcessSetup("client", [], new Dictionary<string, string>([RuntimeSettings.NoProfiling])),
            new JsonObject
            {
                ["kind"] = "download",
                ["client"] = levels["client"],
                ["contract"] = "proto",
                ["payload"] = levels[CompressionFactors.Payload],
                ["shape"] = levels[CompressionFactors.Shape],
                ["codec"] = codec,
                ["level"] = level,
                ["policy"] = policy,
                ["calls"] = CompressionTransfer.CallsOf(profile, levels),
                ["warm_up_calls"] = CompressionTransfer.WarmUpCallsOf(profile, levels),
            })
        {
            // Congestion control is named, as an inherited one would differ from machine to machine. The client's clock says all that is
            // asked: packets need not be read.
            Link = linked ? new LinkSpec { Both = new DirectionSpec { Rate = levels[CompressionFactors.Link], Queue = Queue },
                Congestion = "reno" } : null,
            ReadsPackets = false,
        };
    }

    // "gzip", "gzip best", "br 5", "gzip where it pays", "zstd 9 where it pays".
    private static (string Codec, string Level, string Policy) Parse(string compression)
    {
        var decides = CompressionFactors.Decides(compression);
        var parts = (decides ? compression[..^CompressionFactors.WherePays.Length] : compression).Split(' ', 2);
        return (parts[0], parts.Length > 1 ? parts[1] : "default", decides ? "where-it-pays" : "always");
    }
}

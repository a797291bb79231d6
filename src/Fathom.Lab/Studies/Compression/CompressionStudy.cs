using System.Text.Json.Nodes;
using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Compression;

/// <summary>
/// The study <c>compression</c>: "does it help?". One download of 4 MB after another, as one message and as a stream, by every codec; the published blog post
/// measured times and could not say when compression makes a response faster.
/// </summary>
public static class CompressionStudy
{
    private const int MessageLimit = 4 * 1024 * 1024;
    private const int WarmUpCalls = 3;

    // Published are means of one message; a stream or random bytes take so long that fewer do.
    private const int Calls = 10;
    private const int FewCalls = 4;

    /// <summary>The study's declaration.</summary>
    public static StudySpec Spec { get; } = new()
    {
        Name = "compression",
        Title = "Compression, and below which rate of the line it pays",
        Question = "gzip and deflate made a response of 4 MB 99.76 % smaller, and not necessarily faster; one of 4.8 MB failed. When does compression help, and which?",
        Factors = CompressionFactors.Of,
        Combinations = Combinations,
        Policy = Policy,
        Setup = Setup,
        Metrics = CompressionMetrics.All,
        Comparisons = Comparisons,
        Rules = [new CompressionPaysBelowRule(), new CompressionMisuseRule(), new MessageTooLargeRule(MessageLimit)],
        Tables = CompressionPublished.Tables,
        Answer = CompressionAnswer.From,
    };

    private static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var factors = CompressionFactors.Of(profile);
        var baseline = FactorLevels.BaselineOf(factors);
        return profile == Profile.Full
            ? Design.Product(factors).Where(MayMatter)
            :
            [
                .. factors.First(f => f.Name == CompressionFactors.Compression).Levels.Select(level => baseline.With(CompressionFactors.Compression, level)),
                With(baseline, "published", "stream", "gzip"),
                With(baseline, "published", "stream", "none"),
                With(baseline, "oversized", "one", "none"),
                With(baseline, "oversized", "stream", "none"),
                With(baseline, "random", "one", "gzip"),
                With(baseline, "random", "one", "none"),
            ];
    }

    private static bool MayMatter(FactorLevels levels)
    {
        var compression = levels[CompressionFactors.Compression];
        if (levels[CompressionFactors.Payload] == "oversized" && compression != "none")
        {
            return false;
        }

        // Another host or client changes what the transport costs, not what the codec does: once is enough.
        var isOwn = levels["host"] == "native" && levels["client"] == "native";
        return isOwn || (levels[CompressionFactors.Payload] == "published" && compression is "gzip" or "none");
    }

    private static TrialPolicy Policy(FactorLevels levels) =>
        new(Replicates: 5, levels[CompressionFactors.Compression].EndsWith(" best", StringComparison.Ordinal) ? 3 : 1.2, OnlyWaits: false);

    private static TrialSetup Setup(FactorLevels levels)
    {
        var (codec, level, policy) = Parse(levels[CompressionFactors.Compression]);
        // The link factor belongs here: what stands between the client and the server's address, set up for both processes.
        string[] pool = levels["host"] == "native" ? ["--handlers-on-pool"] : [];
        return new TrialSetup(
            new ProcessSetup(levels["host"], ["--port", "0", .. pool], new Dictionary<string, string>()),
            new ProcessSetup("client", [], new Dictionary<string, string>()),
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
                ["calls"] = levels[CompressionFactors.Shape] == "one" && levels[CompressionFactors.Payload] != "random" ? Calls : FewCalls,
                ["warm_up_calls"] = WarmUpCalls,
            });
    }

    // "gzip", "gzip best", "br 5", "gzip where it pays".
    private static (string Codec, string Level, string Policy) Parse(string compression) => compression.Split(' ', 2) switch
    {
        [var codec, "where it pays"] => (codec, "default", "where-it-pays"),
        [var codec, var level] => (codec, level, "always"),
        var alone => (alone[0], "default", "always"),
    };

    private static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var baseline = FactorLevels.BaselineOf(CompressionFactors.Of(profile));
        foreach (var compression in new[] { "gzip", "gzip best", "deflate", "deflate best", "zstd", "lz4" })
        {
            yield return PaysBelow(With(baseline, "published", "one", compression));
        }

        yield return PaysBelow(With(baseline, "published", "stream", "gzip"));
        foreach (var payload in new[] { "text", "json" })
        {
            yield return PaysBelow(With(baseline, payload, "one", "gzip"));
        }

        yield return new("compression-misuse", With(baseline, "random", "one", "gzip"), CompressionFactors.Compression, "none", CompressionMisuseRule.ServerCpu);
        yield return new("message-too-large", With(baseline, "oversized", "one", "none"), CompressionFactors.Shape, "stream", MessageTooLargeRule.MessageBytes);
    }

    // On the untouched loopback compression is expected to cost time.
    private static ComparisonSpec PaysBelow(FactorLevels compressed) =>
        new("compression-pays-below", compressed, CompressionFactors.Compression, "none", CompressionPaysBelowRule.DownloadMs);

    private static FactorLevels With(FactorLevels levels, string payload, string shape, string compression) => levels
        .With(CompressionFactors.Payload, payload).With(CompressionFactors.Shape, shape).With(CompressionFactors.Compression, compression);
}

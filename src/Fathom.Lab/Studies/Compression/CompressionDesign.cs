using Fathom.Lab.Findings;

namespace Fathom.Lab.Studies.Compression;

/// <summary>Which combinations the study <c>compression</c> runs, and which of them it compares.</summary>
internal static class CompressionDesign
{
    // Of these the break-even lies between 20 and 300 Mbit/s, more or less. What the best levels of br and zstd do in ten times the time
    // pays on slower lines alone.
    private static readonly string[] ComparedOnLines = ["gzip", "gzip best", "deflate best", "br 5", "br 9", "lz4 best", "zstd 9"];

    // What is random never pays, and of the published payload as one message every codec makes next to nothing: on lines they would say
    // what is known.
    private static readonly string[] ComparedPayloads = ["text", "binaries", "json"];

    // It gets through 17 Mbit/s of assemblies, and so pays on no line that is worth the time of the others.
    private static readonly (string Payload, string Compression) Slowest = ("binaries", "br 9");

    // As 5,000 messages the published payload pays on slow lines alone by the codecs that begin slowly.
    private static readonly string[] ComparedOfPublishedStream = ["br 9", "lz4 best"];

    // The server that decides, of a codec that pays on every line and of one that does not; it is to find the better way for every payload.
    private static readonly string[] DecidingOnLines = ["none", "gzip", "gzip where it pays", "zstd 9", "zstd 9 where it pays"];

    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var factors = CompressionFactors.Of(profile);
        var baseline = FactorLevels.BaselineOf(factors);
        return profile == Profile.Full
            ? Design.Product(factors).Where(MayMatter)
            :
            [
                .. factors.First(f => f.Name == CompressionFactors.Compression).Levels.Select(
                    level => baseline.With(CompressionFactors.Compression, level)),
                With(baseline, "published", "stream", "gzip"),
                With(baseline, "published", "stream", "none"),
                With(baseline, "oversized", "one", "none"),
                With(baseline, "oversized", "stream", "none"),
                With(baseline, "random", "one", "gzip"),
                With(baseline, "random", "one", "none"),
            ];
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
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

        yield return new("compression-misuse", With(baseline, "random", "one", "gzip"), CompressionFactors.Compression, "none",
            CompressionMisuseRule.ServerCpu);
        yield return new("message-too-large", With(baseline, "oversized", "one", "none"), CompressionFactors.Shape, "stream",
            MessageTooLargeRule.MessageBytes);
        if (profile == Profile.Full)
        {
            foreach (var onLine in OnSlowestLine(baseline))
            {
                yield return onLine;
            }
        }
    }

    // On the slowest line of each alone: the rule looks for the faster ones by itself, and every further comparison makes the share of each
    // smaller.
    private static IEnumerable<ComparisonSpec> OnSlowestLine(FactorLevels baseline) =>
        from payload in (string[])[.. ComparedPayloads, "published"]
        from shape in new[] { "one", "stream" }
        from compression in ComparedOf(payload, shape)
        select new ComparisonSpec(
            "compression-pays-below", With(baseline, payload, shape, "none")
                .With(CompressionFactors.Link, (payload, compression) == Slowest ? CompressionFactors.SlowestLink
                    : CompressionFactors.SlowLink),
            CompressionFactors.Compression, compression, CompressionPaysBelowRule.DownloadMs);

    private static string[] ComparedOf(string payload, string shape) => ComparedPayloads.Contains(payload) ? ComparedOnLines
        : (payload, shape) == ("published", "stream") ? ComparedOfPublishedStream
        : [];

    // On the untouched loopback compression is expected to cost time.
    private static ComparisonSpec PaysBelow(FactorLevels compressed) =>
        new("compression-pays-below", compressed, CompressionFactors.Compression, "none", CompressionPaysBelowRule.DownloadMs);

    private static bool MayMatter(FactorLevels levels)
    {
        var (payload, compression) = (levels[CompressionFactors.Payload], levels[CompressionFactors.Compression]);
        if (payload == "oversized" && compression != "none")
        {
            return false;
        }

        // Another host or client changes what the transport costs, not what the codec does: once is enough.
        var isOwn = levels["host"] == "native" && levels["client"] == "native";
        return levels[CompressionFactors.Link] == CompressionFactors.NoLink
            ? isOwn || (payload == "published" && compression is "gzip" or "none")
            : levels[CompressionFactors.Link] == CompressionFactors.SlowestLink ? isOwn && payload == Slowest.Payload
            && (compression == "none" || compression == Slowest.Compression)
            : isOwn && payload != "oversized" && (IsCompared(levels) || IsDeciding(levels));
    }

    private static bool IsCompared(FactorLevels levels)
    {
        var codecs = ComparedOf(levels[CompressionFactors.Payload], levels[CompressionFactors.Shape]);
        return codecs.Length > 0 && (levels[CompressionFactors.Compression] == "none"
            || codecs.Contains(levels[CompressionFactors.Compression]));
    }

    private static bool IsDeciding(FactorLevels levels) =>
        levels[CompressionFactors.Link] != CompressionFactors.SlowLink && DecidingOnLines.Contains(levels[CompressionFactors.Compression]);

    private static FactorLevels With(FactorLevels levels, string payload, string shape, string compression) => levels
        .With(CompressionFactors.Payload, payload).With(CompressionFactors.Shape, shape).With(CompressionFactors.Compression, compression);
}

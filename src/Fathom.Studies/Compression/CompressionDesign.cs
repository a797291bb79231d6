using Fathom.Diagnosis.Causes.CompressionMisuse;
using Fathom.Diagnosis.Causes.CompressionPaysBelow;
using Fathom.Diagnosis.Causes.MessageTooLarge;
using static Fathom.Studies.Compression.CompressionCodecs;
using static Fathom.Studies.Compression.CompressionFactors;

namespace Fathom.Studies.Compression;

/// <summary>Which combinations the study <c>compression</c> runs, and which of them it compares.</summary>
internal static class CompressionDesign
{
    // Their break-even lies between about 20 and 300 Mbit/s. The best levels of br and zstd take ten times as long and pay on slower lines
    // only.
    private static readonly Level[] ComparedOnLines = [Gzip, GzipBest, DeflateBest, Br5, Br9, Lz4Best, Zstd9];

    // Random bytes never pay, and of the published payload as one message every codec makes next to nothing: lines would add nothing.
    private static readonly Level[] ComparedPayloads = [Text, Binaries, Json];

    // It gets through 17 Mbit/s of assemblies, and so pays on no line that is worth the time of the others.
    private static readonly (Level Payload, Level Compression) Slowest = (Binaries, Br9);

    // As 5,000 messages the published payload pays on slow lines only by codecs that begin slowly.
    private static readonly Level[] ComparedOfPublishedStream = [Br9, Lz4Best];

    // A server that decides, with a codec that pays on every line and with one that does not; every payload shows whether it decides well.
    private static readonly Level[] AdaptiveOnLines = [Uncompressed, Gzip, GzipAdaptive, Zstd9, Zstd9Adaptive];

    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var factors = Of(profile);
        var baseline = FactorLevels.BaselineOf(factors);
        return profile == Profile.Full
            ? Design.Product(factors).Where(MayMatter)
            :
            [
                .. factors.First(f => f.Factor == Codec).Levels.Select(level => baseline.With(level)),
                baseline.With(Published, MessageStream, Gzip),
                baseline.With(Published, MessageStream, Uncompressed),
                baseline.With(Oversized, OneMessage, Uncompressed),
                baseline.With(Oversized, MessageStream, Uncompressed),
                baseline.With(RandomBytes, OneMessage, Gzip),
                baseline.With(RandomBytes, OneMessage, Uncompressed),
            ];
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var baseline = FactorLevels.BaselineOf(Of(profile));
        // What was published, and each further cause, before the other codecs: on a slow machine the last of them are left out.
        foreach (var compression in new[] { Gzip, GzipBest, Deflate })
        {
            yield return PaysBelow(baseline.With(Published, OneMessage, compression));
        }

        yield return PaysBelow(baseline.With(Published, MessageStream, Gzip));
        yield return new(CompressionMisuseCause.Name, baseline.With(RandomBytes, OneMessage, Gzip), Uncompressed,
            CompressionMetrics.ServerCpu);
        yield return new(MessageTooLargeCause.Name, baseline.With(Oversized, OneMessage, Uncompressed), MessageStream,
            CompressionMetrics.MessageBytes);
        foreach (var compression in new[] { DeflateBest, Zstd, Lz4 })
        {
            yield return PaysBelow(baseline.With(Published, OneMessage, compression));
        }

        if (profile == Profile.Full)
        {
            foreach (var comparison in new[] { Text, Json }.Select(payload => PaysBelow(baseline.With(payload, OneMessage, Gzip)))
                .Concat(OnSlowestLine(baseline)))
            {
                yield return comparison;
            }
        }
    }

    // On the slowest line of each only: the cause looks for the faster ones itself, and every further comparison makes the share of each
    // smaller.
    private static IEnumerable<ComparisonSpec> OnSlowestLine(FactorLevels baseline) =>
        from payload in (Level[])[.. ComparedPayloads, Published]
        from shape in Shape.Levels
        from compression in ComparedOf(payload, shape)
        let link = (payload, compression) == Slowest ? SlowestLink : SlowLink
        select new ComparisonSpec(
            CompressionPaysBelowCause.Name, baseline.With(payload, shape, Uncompressed, link), compression,
                CompressionMetrics.DownloadTime);

    private static Level[] ComparedOf(Level payload, Level shape) => ComparedPayloads.Contains(payload) ? ComparedOnLines
        : (payload, shape) == (Published, MessageStream) ? ComparedOfPublishedStream
        : [];

    // On the untouched loopback compression is expected to cost time.
    private static ComparisonSpec PaysBelow(FactorLevels compressed) =>
        new(CompressionPaysBelowCause.Name, compressed, Uncompressed, CompressionMetrics.DownloadTime);

    private static bool MayMatter(FactorLevels levels)
    {
        var (payload, compression) = (levels[Payload], levels[Codec]);
        if (payload == Oversized && compression != Uncompressed)
        {
            return false;
        }

        // Another host or client changes the cost of the transport, not of the codec: once is enough.
        var isOwn = levels.HasAll(NativeHost, NativeClient);
        return levels.Has(NoLink) ? isOwn || (payload == Published && (compression == Gzip || compression == Uncompressed))
            : levels.Has(SlowestLink)
                ? isOwn && payload == Slowest.Payload && (compression == Uncompressed || compression == Slowest.Compression)
            : isOwn && payload != Oversized && (IsCompared(levels) || IsAdaptive(levels));
    }

    private static bool IsCompared(FactorLevels levels)
    {
        var codecs = ComparedOf(levels[Payload], levels[Shape]);
        return codecs.Length > 0 && (levels.Has(Uncompressed) || codecs.Contains(levels[Codec]));
    }

    private static bool IsAdaptive(FactorLevels levels) => !levels.Has(SlowLink) && AdaptiveOnLines.Contains(levels[Codec]);
}

using Fathom.Diagnosis.Observations;

namespace Fathom.Studies.Compression;

/// <summary>The codecs of the study <c>compression</c>, each at the levels that it compares. The first is the published one.</summary>
internal static class CompressionCodecs
{
    public static Factor Codec { get; } =
        new("compression", "the codec of the responses and its level; 'where it pays': the server decides by what it measures");

    public static Level Gzip { get; } = CodecOf("gzip");

    /// <summary>Nothing is compressed.</summary>
    public static Level Uncompressed { get; } = Codec.Level("none");

    public static Level GzipBest { get; } = CodecOf("gzip", "best");

    public static Level GzipAdaptive { get; } = AdaptiveOf("gzip");

    public static Level Deflate { get; } = CodecOf("deflate");

    public static Level DeflateBest { get; } = CodecOf("deflate", "best");

    public static Level Br { get; } = CodecOf("br");

    public static Level Br5 { get; } = CodecOf("br", "5");

    public static Level Br5Adaptive { get; } = AdaptiveOf("br", "5");

    public static Level Br9 { get; } = CodecOf("br", "9");

    public static Level Lz4 { get; } = CodecOf("lz4");

    public static Level Lz4Best { get; } = CodecOf("lz4", "best");

    public static Level Lz4Adaptive { get; } = AdaptiveOf("lz4");

    public static Level Zstd { get; } = CodecOf("zstd");

    public static Level ZstdAdaptive { get; } = AdaptiveOf("zstd");

    public static Level Zstd9 { get; } = CodecOf("zstd", "9");

    public static Level Zstd9Adaptive { get; } = AdaptiveOf("zstd", "9");

    /// <summary>A level with which the server decides, to the level that always compresses.</summary>
    public static IReadOnlyDictionary<Level, Level> AlwaysOf { get; } = new OrderedDictionary<Level, Level>
    {
        [GzipAdaptive] = Gzip, [Zstd9Adaptive] = Zstd9, [Br5Adaptive] = Br5, [Lz4Adaptive] = Lz4, [ZstdAdaptive] = Zstd,
    };

    /// <summary>Whether a combination is one of a server that decides, or one of the two that it decides between.</summary>
    public static bool StandsBesideAdaptive(FactorLevels levels) =>
        levels[Codec] is var level && (level == Uncompressed || AlwaysOf.Any(a => a.Key == level || a.Value == level));

    private static Level CodecOf(string codec, string? level = null) =>
        Codec.Level(level is null ? codec : $"{codec} {level}", MeaningOf(codec, level, isAdaptive: false));

    private static Level AdaptiveOf(string codec, string? level = null) =>
        Codec.Level($"{codec}{(level is null ? "" : " " + level)} where it pays", MeaningOf(codec, level, isAdaptive: true));

    private static List<Setting> MeaningOf(string codec, string? level, bool isAdaptive) =>
    [
        CompressionQuantities.Codec.Is(codec),
        CompressionQuantities.Adaptive.Is(isAdaptive),
        .. level is null ? Array.Empty<Setting>() : [CompressionQuantities.CodecLevel.Is(level)],
    ];
}

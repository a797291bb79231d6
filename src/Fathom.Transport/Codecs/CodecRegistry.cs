namespace Fathom.Transport.Codecs;

/// <summary>The supported codecs. Those that need a system library are listed even when it is missing; see
/// <see cref="Codec.IsAvailable"/>.</summary>
public static class CodecRegistry
{
    /// <summary>gzip, RFC 1952.</summary>
    public static Codec Gzip { get; } = new GzipCodec();

    /// <summary>deflate: the zlib format, RFC 1950.</summary>
    public static Codec Deflate { get; } = new DeflateCodec();

    /// <summary>br, RFC 7932.</summary>
    public static Codec Brotli { get; } = new BrotliCodec();

    /// <summary>The LZ4 frame format; needs liblz4.</summary>
    public static Codec Lz4 { get; } = new Lz4Codec();

    /// <summary>zstd, RFC 8878; needs libzstd.</summary>
    public static Codec Zstd { get; } = new ZstdCodec();

    /// <summary>All codecs.</summary>
    public static IReadOnlyList<Codec> All { get; } = [Gzip, Deflate, Brotli, Lz4, Zstd];

    /// <summary>Finds a codec by name; null when there is none.</summary>
    /// <param name="encoding">The name in <c>grpc-encoding</c>, lower case.</param>
    public static Codec? Find(string encoding) => All.FirstOrDefault(codec => codec.Encoding == encoding);
}

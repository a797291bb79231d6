namespace Fathom.Transport.Codecs;

/// <summary>The codecs. All of them work on every machine: <c>lz4</c> and <c>zstd</c> use the system's library where it is installed, and
/// managed code elsewhere (<see cref="Codec.Implementation"/>).</summary>
public static class CodecRegistry
{
    /// <summary>gzip, RFC 1952.</summary>
    public static Codec Gzip { get; } = new GzipCodec();

    /// <summary>deflate: the zlib format, RFC 1950.</summary>
    public static Codec Deflate { get; } = new DeflateCodec();

    /// <summary>br, RFC 7932.</summary>
    public static Codec Brotli { get; } = new BrotliCodec();

    /// <summary>The LZ4 frame format in managed code (K4os.Compression.LZ4), whatever this machine has installed.</summary>
    public static Codec ManagedLz4 { get; } = new ManagedLz4Codec();

    /// <summary>zstd, RFC 8878, in managed code (ZstdSharp), whatever this machine has installed.</summary>
    public static Codec ManagedZstd { get; } = new ZstdCodec(new ManagedZstd(), CodecImplementation.Managed);

    /// <summary>The LZ4 frame format, through liblz4 or <see cref="ManagedLz4"/>.</summary>
    public static Codec Lz4 { get; } = new FallbackCodec(() => new Lz4Codec(new Lz4Library()), ManagedLz4);

    /// <summary>zstd, RFC 8878, through libzstd or <see cref="ManagedZstd"/>.</summary>
    public static Codec Zstd { get; } = new FallbackCodec(
        () => new ZstdCodec(new SystemZstd(), CodecImplementation.SystemLibrary), ManagedZstd);

    /// <summary>One codec for each encoding.</summary>
    public static IReadOnlyList<Codec> All { get; } = [Gzip, Deflate, Brotli, Lz4, Zstd];

    /// <summary>Finds a codec by name; null when there is none.</summary>
    /// <param name="encoding">The name in <c>grpc-encoding</c>, lower case.</param>
    public static Codec? Find(string encoding) => All.FirstOrDefault(codec => codec.Encoding == encoding);
}

using System.Buffers;

namespace Fathom.Transport.Codecs;

/// <summary>A codec over the system's library, which is faster, or over managed code where the library is missing or too old. Both write
/// and read the same format. The first use decides, for the lifetime of the process.</summary>
internal sealed class FallbackCodec : Codec
{
    private readonly Lazy<(Codec Codec, string? Missing)> _chosen;
    private readonly Codec _managed;

    /// <param name="system">Creates the codec over the system's library; throws a <see cref="TypeLoadException"/> where it is missing.
    /// </param>
    /// <param name="managed">The codec in managed code.</param>
    public FallbackCodec(Func<Codec> system, Codec managed)
    {
        _managed = managed;
        _chosen = new Lazy<(Codec, string?)>(() =>
        {
            try
            {
                return (system(), null);
            }
            catch (TypeLoadException e)
            {
                return (managed, e.Message);
            }
        });
    }

    public override string Encoding => _managed.Encoding;

    public override CodecLevels Levels => _managed.Levels;

    public override CodecImplementation Implementation => _chosen.Value.Codec.Implementation;

    public override string? MissingLibrary => _chosen.Value.Missing;

    internal override int? WindowSize => _managed.WindowSize;

    public override void Compress(in ReadOnlySequence<byte> plain, IBufferWriter<byte> output, int level) =>
        _chosen.Value.Codec.Compress(plain, output, level);

    public override DecompressOutcome Decompress(in ReadOnlySequence<byte> compressed, IBufferWriter<byte> output, int maxSize) =>
        _chosen.Value.Codec.Decompress(compressed, output, maxSize);

    internal override long? GetDecompressedSize(in ReadOnlySequence<byte> compressed) => _managed.GetDecompressedSize(compressed);
}

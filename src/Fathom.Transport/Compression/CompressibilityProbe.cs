using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.Transport.Compression;

/// <summary>
/// Tests with samples whether a large message becomes smaller at all: for a large incompressible message, at most eight samples are
/// compressed. A sample is twice the window of the codec, so that it shows nearly all repetitions; the first one that becomes smaller ends
/// the test. For pings of 10 MiB of random bytes with gzip: 376 MB/s, and 105 MB/s when each message was compressed.
/// </summary>
internal static class CompressibilityProbe
{
    // Finds a compressible range anywhere, if it is a seventh of the message.
    private const int Samples = 8;

    // The samples are a quarter of the message at most; smaller messages are not tested.
    private const int MinSpacing = 4;

    /// <summary>Whether the message can become smaller. Always true for messages that are too small to test.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="level">The level of the codec.</param>
    /// <param name="plain">The message.</param>
    /// <param name="output">A buffer for the samples.</param>
    public static bool IsCompressible(Codec codec, int level, in ReadOnlySequence<byte> plain, PooledBuffer output)
    {
        if (codec.WindowSize is not { } window || plain.Length < 2L * window * Samples * MinSpacing)
        {
            return true;
        }

        var size = 2 * window;
        for (var part = 0; part < Samples; part++)
        {
            output.Reset(size);
            codec.Compress(plain.Slice((plain.Length - size) * part / (Samples - 1), size), output, level);
            if (output.Length < size)
            {
                return true;
            }
        }

        return false;
    }
}

using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.Transport.Compression;

/// <summary>Compresses what one side of one call sends. Owned by the call; there is none where nothing is compressed.</summary>
internal sealed class SendCompression(MessageWire wire, MessageCompression how, MethodAdaptation? adaptation, Func<LinkRate?> link)
{
    // Enough to tell ratio and speed, and little against a message for which either matters.
    private const int SampleSize = 64 * 1024;

    private int _samples;

    /// <summary>What the call's <c>grpc-encoding</c> says.</summary>
    public string Encoding => how.Encoding;

    /// <summary>For a message before it is compressed; used for one at a time.</summary>
    public PooledBuffer Plain { get; } = new();

    private Codec Codec => how.Codec!;

    /// <summary>What to do with a message of <paramref name="size"/> bytes.</summary>
    public Course Consider(int size) => size == 0 ? Course.Plain : adaptation?.Next(link(), MessageWire.Now, sampled: false) ?? Course.Compress;

    /// <summary>
    /// Compresses a message, prefix included, into an array of the pool that the caller returns; false where it is to be sent as it is. In both cases it has been
    /// counted if it is compressed, and not if it is not.
    /// </summary>
    public bool TryPack(Course course, ReadOnlyMemory<byte> plain, out byte[] packed, out int length)
    {
        if (course == Course.Sample)
        {
            Sample(plain);
            course = adaptation!.Next(null, MessageWire.Now, sampled: true);
        }

        if (course == Course.Plain)
        {
            (packed, length) = ([], 0);
            return false;
        }

        var smaller = wire.TryPack(how, plain, out packed, out length, out var size, out var time);
        adaptation?.Compressed(plain.Length, size, time);
        return smaller;
    }

    private void Sample(ReadOnlyMemory<byte> plain)
    {
        // Another place each time: a message need not be the same all over.
        var parts = Math.Max(1, plain.Length / SampleSize);
        var part = (int)((uint)_samples++ * 7 % (uint)parts);
        var sample = plain.Slice(part * SampleSize, Math.Min(SampleSize, plain.Length - (part * SampleSize)));
        var (packed, unpacked) = (new PooledBuffer(), new SegmentedBuffer());
        try
        {
            if (_samples == 1)
            {
                // What the first use of a codec costs is not its speed.
                Codec.Compress(new ReadOnlySequence<byte>(sample), packed, how.Level);
                packed.Release();
            }

            var began = MessageWire.Now;
            Codec.Compress(new ReadOnlySequence<byte>(sample), packed, how.Level);
            var compressed = MessageWire.Now;
            unpacked.Begin(sample.Length, sample.Length);
            Codec.Decompress(new ReadOnlySequence<byte>(packed.Written), unpacked, sample.Length);
            var ended = MessageWire.Now;
            adaptation!.Sampled(sample.Length, packed.Length, compressed - began, ended - compressed, ended);
            wire.Meter.SpentSending(ended - began);
        }
        finally
        {
            packed.Release();
            unpacked.Release();
        }
    }
}

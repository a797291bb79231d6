using System.Buffers;
using Fathom.Statistics;
using Fathom.TestKit.Codecs;
using Fathom.Transport.Codecs;

namespace Fathom.Tests.Transport.Codecs;

/// <summary>Messages for codecs, and how a test compresses and decompresses them.</summary>
internal static class CodecMessages
{
    /// <summary>Plain bytes that a test lets a message have.</summary>
    public const int Limit = 4 << 20;

    // Made once: a property wants hundreds of them.
    private const int Longest = (1 << 20) + 1;
    private static readonly byte[] LongText = MakeText();
    private static readonly byte[] LongNoise = MakeNoise();

    public static TheoryData<string> Names => [.. NamedCodecs.Names];

    public static byte[] Compress(Codec codec, ReadOnlySequence<byte> plain, int level)
    {
        var output = new ArrayBufferWriter<byte>();
        codec.Compress(plain, output, level);
        return output.WrittenSpan.ToArray();
    }

    public static (DecompressOutcome Outcome, byte[] Plain) Decompress(Codec codec, ReadOnlySequence<byte> compressed, int maxSize)
    {
        var output = new ArrayBufferWriter<byte>();
        return (codec.Decompress(compressed, output, maxSize), output.WrittenSpan.ToArray());
    }

    /// <summary>The first so many bytes of one text.</summary>
    public static byte[] Text(int length) => LongText[..length];

    /// <summary>The first so many bytes of one noise.</summary>
    public static byte[] Noise(int length) => LongNoise[..length];

    private static byte[] MakeText()
    {
        var random = new SeededRandom(3);
        string[] words = ["channel", "deadline", "stream", "window", "metadata", "status", "trailers", "frame"];
        var text = string.Concat(Enumerable.Range(0, (Longest / 4) + 1).Select(_ => words[random.Next(words.Length)] + " "));
        return System.Text.Encoding.UTF8.GetBytes(text)[..Longest];
    }

    private static byte[] MakeNoise()
    {
        var random = new SeededRandom(4);
        return [.. Enumerable.Range(0, Longest).Select(_ => (byte)random.NextBits())];
    }
}

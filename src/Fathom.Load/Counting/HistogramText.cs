using System.Buffers.Binary;
using System.IO.Compression;
using System.Numerics;
using HdrHistogram;
using HdrHistogram.Utilities;

namespace Fathom.Load.Counting;

/// <summary>
/// Histograms in HdrHistogram's compressed V2 format as base64, the payload of its log files: counts in the order of their values as ZigZag
/// LEB128, a run of empty ones as its negative length, behind a header and through zlib.
/// Source: HdrHistogram/HdrHistogram, AbstractHistogram.java, encodeIntoCompressedByteBuffer.
/// </summary>
/// <remarks>HdrHistogram's own encoder takes 1.2 MB of buffers for each histogram of <see cref="LatencyHistograms.Create"/>.</remarks>
public static class HistogramText
{
    private const int Cookie = 0x1c849303 | 0x10;
    private const int CompressedCookie = 0x1c849304 | 0x10;
    private const int HeaderSize = 40;

    // Cookie and length.
    private const int CompressedHeader = 8;

    /// <summary>Writes a histogram.</summary>
    /// <param name="histogram">One whose lowest value is 1.</param>
    public static string Encode(HistogramBase histogram)
    {
        ArgumentNullException.ThrowIfNull(histogram);
        var counts = new MemoryStream();
        WriteCounts(counts, histogram);

        Span<byte> header = stackalloc byte[HeaderSize];
        BinaryPrimitives.WriteInt32BigEndian(header, Cookie);
        BinaryPrimitives.WriteInt32BigEndian(header[4..], (int)counts.Length);
        BinaryPrimitives.WriteInt32BigEndian(header[12..], histogram.NumberOfSignificantValueDigits);
        BinaryPrimitives.WriteInt64BigEndian(header[16..], histogram.LowestTrackableValue);
        BinaryPrimitives.WriteInt64BigEndian(header[24..], histogram.HighestTrackableValue);
        BinaryPrimitives.WriteDoubleBigEndian(header[32..], 1);

        var compressed = new MemoryStream();
        compressed.Write(stackalloc byte[CompressedHeader]);
        using (var zlib = new ZLibStream(compressed, CompressionLevel.Optimal, leaveOpen: true))
        {
            zlib.Write(header);
            counts.WriteTo(zlib);
        }

        var bytes = compressed.ToArray();
        BinaryPrimitives.WriteInt32BigEndian(bytes, CompressedCookie);
        BinaryPrimitives.WriteInt32BigEndian(bytes.AsSpan(4), bytes.Length - CompressedHeader);
        return Convert.ToBase64String(bytes);
    }

    /// <summary>Reads what <see cref="Encode"/> wrote, or another tool.</summary>
    /// <exception cref="FormatException">The text is not base64, or not a compressed V2 histogram.</exception>
    public static HistogramBase Decode(string text)
    {
        ArgumentNullException.ThrowIfNull(text);
        var bytes = Convert.FromBase64String(text);
        if (bytes.Length < CompressedHeader || (BinaryPrimitives.ReadInt32BigEndian(bytes) & ~0xf0) != (CompressedCookie & ~0xf0)
            || BinaryPrimitives.ReadInt32BigEndian(bytes.AsSpan(4)) != bytes.Length - CompressedHeader)
        {
            throw new FormatException("The text is not a histogram in HdrHistogram's compressed V2 format.");
        }

        try
        {
            return HistogramEncoding.DecodeFromCompressedByteBuffer(ByteBuffer.Allocate(bytes), 0);
        }
        catch (Exception e) when (e is InvalidDataException or ArgumentException or IndexOutOfRangeException or EndOfStreamException
            or OverflowException or NotSupportedException)
        {
            throw new FormatException($"The text is not a histogram in HdrHistogram's compressed V2 format: {e.Message}", e);
        }
    }

    private static void WriteCounts(MemoryStream to, HistogramBase histogram)
    {
        var next = 0;
        foreach (var value in histogram.RecordedValues())
        {
            var index = IndexOf(histogram, value.ValueIteratedTo);
            if (index > next)
            {
                WriteEmpty(to, index - next);
            }

            WriteZigZag(to, value.CountAddedInThisIterationStep);
            next = index + 1;
        }

        if (next == 0)
        {
            WriteEmpty(to, 1);
        }
    }

    // One is a count of 0.
    private static void WriteEmpty(MemoryStream to, int counts) => WriteZigZag(to, counts == 1 ? 0 : -counts);

    // Of a histogram whose lowest value is 1: values below twice the resolution have a count each, and every further power of two has as
    // many counts as half of them.
    private static int IndexOf(HistogramBase histogram, long value)
    {
        var half = histogram.SubBucketCount / 2;
        var bucket = Math.Max(0, BitOperations.Log2((ulong)value) - BitOperations.Log2((uint)half));
        return (bucket * half) + (int)(value >> bucket);
    }

    private static void WriteZigZag(MemoryStream to, long value)
    {
        var rest = (ulong)((value << 1) ^ (value >> 63));
        for (var i = 0; i < 8 && rest >= 0x80; i++)
        {
            to.WriteByte((byte)(rest | 0x80));
            rest >>= 7;
        }

        // The ninth byte has eight bits of the value.
        to.WriteByte((byte)rest);
    }
}

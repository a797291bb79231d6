using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.Transport.Compression;

/// <summary>Compresses what one side of one call sends. Owned by the call; there is none where nothing is compressed.</summary>
internal sealed class CallCompressor(MessageCompressor wire, MessageCompression how, AdaptiveCompressionPolicy? adaptation,
    Func<LinkRate?> link)
{
    // Enough to tell ratio and speed, and little against a message for which either matters.
    private const int SampleSize = 64 * 1024;

    // Small messages of a stream are decided on together, so many bytes at a time: for 5,000 of 810 bytes one by one, that took 1.4 us
    // each, and sending them 6.
    private const int BatchBytes = 16 * 1024;

    private long _messages;
    private int _batchBytesLeft;
    private CompressionDecision _batchDecision;
    private int _plain;
    private int _compressed;
    private TimeSpan _spent;

    /// <summary>What the call's <c>grpc-encoding</c> says.</summary>
    public string Encoding => how.Encoding;

    /// <summary>For a message before it is compressed; used for one at a time.</summary>
    public PooledBuffer PlainBuffer { get; } = new();

    private Codec Codec => how.Codec!;

    /// <summary>What to do with a message of <paramref name="size"/> bytes.</summary>
    public CompressionDecision Decide(int size)
    {
        if (size == 0)
        {
            return CompressionDecision.Plain;
        }

        if (adaptation is null)
        {
            return CompressionDecision.Compress;
        }

        _messages++;
        if (size <= _batchBytesLeft)
        {
            _batchBytesLeft -= size;
            return _batchDecision;
        }

        ReportCompressed();

        // No more than were sent before: the call may end with this one.
        var messages = (int)Math.Clamp(Math.Min(BatchBytes / size, _messages - 1), 1, BatchBytes);
        var course = adaptation.Decide(size * messages, link(), _messages, sampled: false, messages);
        _batchDecision = course is CompressionDecision.Compress or CompressionDecision.CompressAndSample ? CompressionDecision.Compress
            : CompressionDecision.Plain;
        _batchBytesLeft = course == CompressionDecision.Sample ? 0 : size * (messages - 1);
        return course;
    }

    /// <summary>
    /// Compresses a message, prefix included, into an array of the pool that the caller returns; false where it is to be sent as it is. In
    /// both cases it has been counted if it is compressed, and not if it is not.
    /// </summary>
    public bool TryCompress(CompressionDecision course, in ReadOnlySequence<byte> plain, out byte[] packed, out int length)
    {
        var whole = (int)plain.Length;
        if (course is CompressionDecision.Sample or CompressionDecision.PlainAndSample or CompressionDecision.CompressAndSample)
        {
            var (start, size) = SampleRange(whole);
            Measure(plain.Slice(start, size));
            course = course == CompressionDecision.Sample ? adaptation!.Decide(whole, null, _messages, sampled: true) : course;
        }

        if (course is CompressionDecision.Plain or CompressionDecision.PlainAndSample)
        {
            (packed, length) = ([], 0);
            return false;
        }

        var smaller = wire.TryCompress(how, plain, out packed, out length, out var packedSize, out var time);
        (_plain, _compressed, _spent) = (_plain + whole, _compressed + packedSize, _spent + time);
        if (_batchBytesLeft == 0)
        {
            ReportCompressed();
        }

        return smaller;
    }

    /// <summary>Tells what was compressed, of messages that were decided on together at once: told one by one, 5,000 of 810 bytes took the
    /// host 20 ms more.</summary>
    private void ReportCompressed()
    {
        if (_plain > 0)
        {
            adaptation?.AddWholeMessage(_plain, _compressed, _spent);
            (_plain, _compressed, _spent) = (0, 0, TimeSpan.Zero);
        }
    }

    /// <summary>What a message of <paramref name="size"/> bytes that is sent as it is and sampled is written to: the part that is tried,
    /// and that alone, is copied.</summary>
    public SampleCapture CaptureSample(int size, IBufferWriter<byte> output)
    {
        var (start, length) = SampleRange(size);
        PlainBuffer.Reset(length);
        return new SampleCapture(output, start, length, PlainBuffer);
    }

    /// <summary>Tries the codec on what a tap has kept.</summary>
    public void MeasureCapturedSample() => Measure(new ReadOnlySequence<byte>(PlainBuffer.WrittenMemory));

    // Another place each time: a message need not be the same all over.
    private (int Start, int Length) SampleRange(int size)
    {
        var parts = Math.Max(1, size / SampleSize);
        var start = (int)(adaptation!.Samples * 7 % parts) * SampleSize;
        return (start, Math.Min(SampleSize, size - start));
    }

    private void Measure(in ReadOnlySequence<byte> sample)
    {
        var (packed, unpacked) = (new PooledBuffer(), new SegmentedBuffer());
        try
        {
            var began = MessageCompressor.Clock;
            var (compress, decompress) = MeasureOnce(sample, packed, unpacked);
            if (adaptation!.Samples == 0)
            {
                // What the first use of a codec costs is not its speed.
                (compress, decompress) = MeasureOnce(sample, packed, unpacked);
            }

            adaptation.AddSample((int)sample.Length, packed.Length, compress, decompress);
            wire.Meter.AddSendTime(MessageCompressor.Clock - began);
        }
        finally
        {
            packed.Release();
            unpacked.Release();
        }
    }

    private (TimeSpan Compress, TimeSpan Decompress) MeasureOnce(
        in ReadOnlySequence<byte> sample, PooledBuffer packed, SegmentedBuffer unpacked)
    {
        var size = (int)sample.Length;
        packed.Reset(size);
        unpacked.Release();
        var began = MessageCompressor.Clock;
        Codec.Compress(sample, packed, how.Level);
        var compressed = MessageCompressor.Clock;
        unpacked.Reset(size, size);
        Codec.Decompress(new ReadOnlySequence<byte>(packed.WrittenMemory), unpacked, size);
        return (compressed - began, MessageCompressor.Clock - compressed);
    }
}

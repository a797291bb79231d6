using System.Buffers;
using Fathom.Transport.Codecs;

namespace Fathom.Transport.Compression;

/// <summary>Compresses what one side of one call sends. Owned by the call; there is none where nothing is compressed.</summary>
internal sealed class SendCompression(MessageWire wire, MessageCompression how, MethodAdaptation? adaptation, Func<LinkRate?> link)
{
    // Enough to tell ratio and speed, and little against a message for which either matters.
    private const int SampleSize = 64 * 1024;

    // Small messages of a stream are decided on together, so many bytes at a time: for 5,000 of 810 bytes one by one, that took 1.4 us
    // each, and sending them 6.
    private const int Together = 16 * 1024;

    private long _messages;
    private int _decided;
    private Course _rest;
    private int _plain;
    private int _packed;
    private TimeSpan _spent;

    /// <summary>What the call's <c>grpc-encoding</c> says.</summary>
    public string Encoding => how.Encoding;

    /// <summary>For a message before it is compressed; used for one at a time.</summary>
    public PooledBuffer Plain { get; } = new();

    private Codec Codec => how.Codec!;

    /// <summary>What to do with a message of <paramref name="size"/> bytes.</summary>
    public Course Consider(int size)
    {
        if (size == 0)
        {
            return Course.Plain;
        }

        if (adaptation is null)
        {
            return Course.Compress;
        }

        _messages++;
        if (size <= _decided)
        {
            _decided -= size;
            return _rest;
        }

        Report();

        // No more than were sent before: the call may end with this one.
        var messages = (int)Math.Clamp(Math.Min(Together / size, _messages - 1), 1, Together);
        var course = adaptation.Next(size * messages, link(), _messages, sampled: false, messages);
        _rest = course is Course.Compress or Course.CompressAndSample ? Course.Compress : Course.Plain;
        _decided = course == Course.Sample ? 0 : size * (messages - 1);
        return course;
    }

    /// <summary>
    /// Compresses a message, prefix included, into an array of the pool that the caller returns; false where it is to be sent as it is. In
    /// both cases it has been counted if it is compressed, and not if it is not.
    /// </summary>
    public bool TryPack(Course course, in ReadOnlySequence<byte> plain, out byte[] packed, out int length)
    {
        var whole = (int)plain.Length;
        if (course is Course.Sample or Course.PlainAndSample or Course.CompressAndSample)
        {
            var (start, size) = Part(whole);
            Sample(plain.Slice(start, size));
            course = course == Course.Sample ? adaptation!.Next(whole, null, _messages, sampled: true) : course;
        }

        if (course is Course.Plain or Course.PlainAndSample)
        {
            (packed, length) = ([], 0);
            return false;
        }

        var smaller = wire.TryPack(how, plain, out packed, out length, out var packedSize, out var time);
        (_plain, _packed, _spent) = (_plain + whole, _packed + packedSize, _spent + time);
        if (_decided == 0)
        {
            Report();
        }

        return smaller;
    }

    /// <summary>Tells what was compressed, of messages that were decided on together at once: told one by one, 5,000 of 810 bytes took the
    /// host 20 ms more.</summary>
    private void Report()
    {
        if (_plain > 0)
        {
            adaptation?.Compressed(_plain, _packed, _spent);
            (_plain, _packed, _spent) = (0, 0, TimeSpan.Zero);
        }
    }

    /// <summary>What a message of <paramref name="size"/> bytes that is sent as it is and sampled is written to: the part that is tried,
    /// and that alone, is copied.</summary>
    public SampleTap Tap(int size, IBufferWriter<byte> output)
    {
        var (start, length) = Part(size);
        Plain.Begin(length);
        return new SampleTap(output, start, length, Plain);
    }

    /// <summary>Tries the codec on what a tap has kept.</summary>
    public void SampleTapped() => Sample(new ReadOnlySequence<byte>(Plain.Written));

    // Another place each time: a message need not be the same all over.
    private (int Start, int Length) Part(int size)
    {
        var parts = Math.Max(1, size / SampleSize);
        var start = (int)(adaptation!.Samples * 7 % parts) * SampleSize;
        return (start, Math.Min(SampleSize, size - start));
    }

    private void Sample(in ReadOnlySequence<byte> sample)
    {
        var (packed, unpacked) = (new PooledBuffer(), new SegmentedBuffer());
        try
        {
            var began = MessageWire.Now;
            var (compress, decompress) = Time(sample, packed, unpacked);
            if (adaptation!.Samples == 0)
            {
                // What the first use of a codec costs is not its speed.
                (compress, decompress) = Time(sample, packed, unpacked);
            }

            adaptation.Sampled((int)sample.Length, packed.Length, compress, decompress);
            wire.Meter.SpentSending(MessageWire.Now - began);
        }
        finally
        {
            packed.Release();
            unpacked.Release();
        }
    }

    private (TimeSpan Compress, TimeSpan Decompress) Time(in ReadOnlySequence<byte> sample, PooledBuffer packed, SegmentedBuffer unpacked)
    {
        var size = (int)sample.Length;
        packed.Begin(size);
        unpacked.Release();
        var began = MessageWire.Now;
        Codec.Compress(sample, packed, how.Level);
        var compressed = MessageWire.Now;
        unpacked.Begin(size, size);
        Codec.Decompress(new ReadOnlySequence<byte>(packed.Written), unpacked, size);
        return (compressed - began, MessageWire.Now - compressed);
    }
}

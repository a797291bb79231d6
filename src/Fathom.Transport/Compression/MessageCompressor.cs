using System.Buffers;
using System.Collections.Concurrent;
using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Compression;

/// <summary>
/// Compresses, decompresses, counts and traces the messages of one channel or host. Thread-safe. Without compression it only counts.
/// </summary>
internal sealed class MessageCompressor(ILogger? logger, IReadOnlyList<Codec>? accepted)
{
    // The maximum expansion of deflate: a message that declares more is malformed or hostile.
    private const int MaxExpansion = 1032;

    // Compression starts and ends on one thread, so one pair of buffers per thread is enough.
    [ThreadStatic]
    private static PooledBuffer? _compressBuffer;

    [ThreadStatic]
    private static SegmentedBuffer? _decompressBuffer;

    private readonly ConcurrentDictionary<(string Method, MessageCompression Compression, bool IsStream),
        AdaptiveCompressionPolicy> _policies = new();

    /// <summary>A monotonic clock for durations.</summary>
    public static TimeSpan Clock => TimeProvider.System.GetElapsedTime(0);

    public WireMeter Meter { get; } = new();

    public AcceptedCodecs Accepted { get; } = AcceptedCodecs.Create(accepted);

    public IReadOnlyList<MethodCompressionReport> Reports =>
        [.. _policies.Values.Select(a => a.Report).OrderBy(d => d.Method, StringComparer.Ordinal)];

    /// <summary>Creates the compressor of a call; null without compression.</summary>
    /// <param name="how">The compression of the call.</param>
    /// <param name="method">The path of the method.</param>
    /// <param name="isStream">Whether this side sends a stream of messages.</param>
    /// <param name="link">Measures the rate of the connection; called only for adaptive compression.</param>
    public CallCompressor? CreateCallCompressor(MessageCompression how, string method, bool isStream, Func<LinkRate?> link)
    {
        if (how.Codec is null)
        {
            return null;
        }

        var adaptation = how.IsAdaptive
            ? _policies.GetOrAdd((method, how, isStream),
                static key => new AdaptiveCompressionPolicy(key.Method, key.IsStream, key.Compression))
            : null;
        return new CallCompressor(this, how, adaptation, link);
    }

    /// <summary>Compresses a message behind a prefix into a pooled array. False when it does not become smaller.</summary>
    public bool TryCompress(MessageCompression how, in ReadOnlySequence<byte> plain, out byte[] packed, out int length, out int size,
        out TimeSpan time)
    {
        var whole = (int)plain.Length;
        var output = _compressBuffer ?? new PooledBuffer();
        _compressBuffer = null;
        try
        {
            var began = Clock;
            size = how.IsAdaptive || CompressibilityProbe.IsCompressible(how.Codec!, how.Level, plain, output)
                ? Compress(how, plain, output) : whole;
            time = Clock - began;
            if (size >= whole)
            {
                (packed, length) = ([], 0);
                Meter.AddSendTime(time);
                if (logger is not null)
                {
                    WireTrace.NotCompressed(logger, how.Encoding, whole);
                }

                return false;
            }

            MessagePrefix.Write(output.WrittenSpan(0, MessagePrefix.Size), size, compressed: true);
            Meter.AddSentCompressed(whole, size, time);
            if (logger is not null)
            {
                WireTrace.Compressed(logger, how.Encoding, whole, size);
            }

            length = output.Length;
            packed = output.Detach();
            return true;
        }
        finally
        {
            output.Release();
            _compressBuffer = output;
        }
    }

    /// <summary>Decompresses a message. Pass <paramref name="plain"/> to <see cref="ReturnBuffer"/> afterwards, whatever the
    /// status.</summary>
    /// <param name="encoding">An accepted encoding.</param>
    /// <param name="payload">The compressed message.</param>
    /// <param name="maxSize">Maximum size after decompression, in bytes; null: no limit.</param>
    /// <param name="plain">The decompressed message.</param>
    public Status Decompress(string encoding, in ReadOnlySequence<byte> payload, int? maxSize, out SegmentedBuffer plain)
    {
        plain = _decompressBuffer ?? new SegmentedBuffer();
        _decompressBuffer = null;
        var limit = maxSize ?? MessageLimits.MaxPossibleSize;
        var began = Clock;
        plain.Reset(4 * payload.Length, limit);

        // Grpc.AspNetCore marks an empty message as compressed and sends no bytes of it: .NET's streams write none.
        var outcome = payload.IsEmpty ? DecompressOutcome.Done : Accepted.Find(encoding).Decompress(payload, plain, limit);
        var time = Clock - began;
        return outcome switch
        {
            DecompressOutcome.Done => RecordDecompressed(encoding, payload.Length, plain.Length, time),
            DecompressOutcome.TooLarge => new Status(
                StatusCode.ResourceExhausted,
                    $"Received message larger than max (over {limit} when decompressed vs. {limit}; {payload.Length} bytes of {encoding})"),
            _ => InvalidData(encoding, payload.Length),
        };
    }

    /// <summary>Whether <see cref="Decompress(string, in ReadOnlySequence{byte}, int?, out SegmentedBuffer)"/> with a small maximum size
    /// takes little time, whatever the message.</summary>
    public bool StopsAtOnce(string encoding) => Accepted.Find(encoding).StopsAtOnce;

    /// <summary>The size that a compressed message declares, in bytes; null when it declares none, or one that is implausible or too large
    /// to allocate in advance.</summary>
    public int? GetDecompressedSize(string encoding, in ReadOnlySequence<byte> payload, int? maxSize)
    {
        var most = Math.Min(Math.Min(maxSize ?? MessageLimits.MaxPossibleSize, DedicatedBuffer.MaxSize), payload.Length * MaxExpansion);
        return Accepted.Find(encoding).GetDecompressedSize(payload) is { } size && size <= most ? (int)size : null;
    }

    /// <summary>Decompresses a message into a buffer that its reader can keep.</summary>
    /// <param name="encoding">An accepted encoding.</param>
    /// <param name="payload">The compressed message.</param>
    /// <param name="size">The result of <see cref="GetDecompressedSize"/>.</param>
    /// <param name="plain">The decompressed message.</param>
    public Status Decompress(string encoding, in ReadOnlySequence<byte> payload, int size, out ReadOnlyMemory<byte> plain)
    {
        var output = new DedicatedBuffer(size);
        var began = Clock;
        var outcome = Accepted.Find(encoding).Decompress(payload, output, size);
        plain = output.WrittenMemory;
        return outcome == DecompressOutcome.Done ? RecordDecompressed(encoding, payload.Length, plain.Length, Clock - began)
            : InvalidData(encoding, payload.Length);
    }

    /// <summary>Returns the buffer of <see cref="Decompress(string, in ReadOnlySequence{byte}, int?, out SegmentedBuffer)"/>.</summary>
    public static void ReturnBuffer(SegmentedBuffer plain)
    {
        plain.Release();
        _decompressBuffer = plain;
    }

    // Leaves space for a prefix.
    private static int Compress(MessageCompression how, in ReadOnlySequence<byte> plain, PooledBuffer output)
    {
        output.Reset(MessagePrefix.Size + ((int)plain.Length / 4) + 64);
        output.GetSpan(MessagePrefix.Size);
        output.Advance(MessagePrefix.Size);
        how.Codec!.Compress(plain, output, how.Level);
        return output.Length - MessagePrefix.Size;
    }

    private static Status InvalidData(string encoding, long size) =>
        new(StatusCode.Internal, $"Decompression failed: the {size} bytes of a message are not valid {encoding}.");

    private Status RecordDecompressed(string encoding, long packed, long plain, TimeSpan time)
    {
        Meter.AddReceivedCompressed(plain, packed, time);
        if (logger is not null)
        {
            WireTrace.Decompressed(logger, encoding, packed, plain);
        }

        return Status.Ok;
    }
}

using System.Buffers;
using System.Collections.Concurrent;
using Fathom.Transport.Codecs;
using Fathom.Wire.Grpc;
using Microsoft.Extensions.Logging;

namespace Fathom.Transport.Compression;

/// <summary>
/// Between messages as marshallers know them and as they travel: compresses, decompresses, counts and traces. One channel or host owns it;
/// used by all of its calls at once. A call that compresses nothing only counts here.
/// </summary>
internal sealed class MessageCompressor(ILogger? logger, IReadOnlyList<Codec>? accepted)
{
    // What deflate makes of a byte at most; what says it is more says so to be given memory.
    private const int MaxExpansion = 1032;

    // Work on a message ends on the thread it began on: one pair of buffers for each is enough.
    [ThreadStatic]
    private static PooledBuffer? _compressBuffer;

    [ThreadStatic]
    private static SegmentedBuffer? _decompressBuffer;

    private readonly ConcurrentDictionary<(string Method, MessageCompression Compression, bool IsStream),
        AdaptiveCompressionPolicy> _policies = new();

    /// <summary>A clock for durations.</summary>
    public static TimeSpan Clock => TimeProvider.System.GetElapsedTime(0);

    public WireMeter Meter { get; } = new();

    public AcceptedCodecs Accepted { get; } = AcceptedCodecs.Create(accepted);

    public IReadOnlyList<MethodCompressionReport> Reports =>
        [.. _policies.Values.Select(a => a.Report).OrderBy(d => d.Method, StringComparer.Ordinal)];

    /// <summary>What compresses the messages of a call, or null.</summary>
    /// <param name="how">What was chosen for it.</param>
    /// <param name="method">Its path.</param>
    /// <param name="isStream">Whether this side sends any number of messages.</param>
    /// <param name="link">Measures the rate of its connection; asked where it matters.</param>
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

    /// <summary>Compresses a message behind a prefix into an array of the pool; false where it does not become smaller.</summary>
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

    /// <summary>Decompresses a message; whoever is given <paramref name="plain"/> gives it back to <see cref="ReturnBuffer"/>, whatever the
    /// status.</summary>
    /// <param name="encoding">An accepted one.</param>
    /// <param name="payload">The message as it came.</param>
    /// <param name="maxSize">Most bytes it may have; null: no limit.</param>
    /// <param name="plain">Takes the message.</param>
    public Status Decompress(string encoding, in ReadOnlySequence<byte> payload, int? maxSize, out SegmentedBuffer plain)
    {
        plain = _decompressBuffer ?? new SegmentedBuffer();
        _decompressBuffer = null;
        var limit = maxSize ?? MessageLimits.MaxPossibleSize;
        var began = Clock;
        plain.Reset(4 * payload.Length, limit);
        var outcome = Accepted.Find(encoding).Decompress(payload, plain, limit);
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

    /// <summary>
    /// Bytes that a message says it will have once it is decompressed, where that may be true and is no more than is given for the asking;
    /// null where it says nothing, too.
    /// </summary>
    public int? GetDecompressedSize(string encoding, in ReadOnlySequence<byte> payload, int? maxSize)
    {
        var most = Math.Min(Math.Min(maxSize ?? MessageLimits.MaxPossibleSize, DedicatedBuffer.MaxSize), payload.Length * MaxExpansion);
        return Accepted.Find(encoding).GetDecompressedSize(payload) is { } size && size <= most ? (int)size : null;
    }

    /// <summary>Decompresses a message into memory that its reader may keep.</summary>
    /// <param name="encoding">An accepted one.</param>
    /// <param name="payload">The message as it came.</param>
    /// <param name="size">What <see cref="GetDecompressedSize"/> says.</param>
    /// <param name="plain">The message.</param>
    public Status Decompress(string encoding, in ReadOnlySequence<byte> payload, int size, out ReadOnlyMemory<byte> plain)
    {
        var output = new DedicatedBuffer(size);
        var began = Clock;
        var outcome = Accepted.Find(encoding).Decompress(payload, output, size);
        plain = output.WrittenMemory;
        return outcome == DecompressOutcome.Done ? RecordDecompressed(encoding, payload.Length, plain.Length, Clock - began)
            : InvalidData(encoding, payload.Length);
    }

    /// <summary>Ends the use of what <see cref="Decompress(string, in ReadOnlySequence{byte}, int?, out SegmentedBuffer)"/> gave.</summary>
    public static void ReturnBuffer(SegmentedBuffer plain)
    {
        plain.Release();
        _decompressBuffer = plain;
    }

    // Behind room for a prefix.
    private static int Compress(MessageCompression how, in ReadOnlySequence<byte> plain, PooledBuffer output)
    {
        output.Reset(MessagePrefix.Size + ((int)plain.Length / 4) + 64);
        output.GetSpan(MessagePrefix.Size);
        output.Advance(MessagePrefix.Size);
        how.Codec!.Compress(plain, output, how.Level);
        return output.Length - MessagePrefix.Size;
    }

    private static Status InvalidData(string encoding, long size) =>
        new(StatusCode.Internal, $"Decompression failed: the {size} bytes of a message are not {encoding}.");

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

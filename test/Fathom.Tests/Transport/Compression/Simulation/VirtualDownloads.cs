using Fathom.Transport.Codecs;
using Fathom.Transport.Compression;

namespace Fathom.Tests.Transport.Compression.Simulation;

/// <summary>A codec on a payload. Speeds in plain bytes per second.</summary>
/// <param name="Ratio">Plain over compressed size.</param>
/// <param name="Compress">Of a whole message.</param>
/// <param name="Decompress">At the peer.</param>
internal readonly record struct VirtualCodec(double Ratio, double Compress, double Decompress)
{
    /// <summary>How fast a sample is compressed and decompressed beside a whole message, and how large it stays.</summary>
    public double SampleSpeed { get; init; } = 1;

    public double SampleSize { get; init; } = 1;
}

/// <summary>One download after another over one connection, in virtual time: each as one message, or as a stream of records whose steps
/// overlap.</summary>
internal sealed class VirtualDownloads(VirtualLine line, VirtualCodec codec, int recordSize, int seed)
{
    /// <summary>Bytes of a download.</summary>
    public const int Size = 4_050_000;

    private const int SampleSize = 64 * 1024;
    private const double Room = 256 * 1024;

    private const double Cold = 2;

    private readonly AdaptiveCompressionPolicy _adaptation = new("/s/m", isStream: true, MessageCompression.Adaptive(CodecRegistry.Gzip));
    private readonly LinkMeter _meter = new();
    private readonly Random _random = new(seed);
    private readonly Random _sampling = new(seed + 1);
    private bool _isWarm;
    private double _looked = -1;
    private LinkRate? _rate;
    private double _now;

    public VirtualCodec Codec { get; set; } = codec;

    public MethodCompressionReport Decision => _adaptation.Report;

    /// <summary>Seconds that a download takes: <paramref name="always"/> compressed or plain, or as is decided.</summary>
    public double Next(bool? always)
    {
        var began = _now;
        var (sender, receiver) = (_now, _now);
        var ofCall = 0;
        for (var left = Size; left > 0; left -= recordSize)
        {
            var size = Math.Min(left, recordSize);

            // The same for all ways, so that they can be compared.
            var (slowness, effort) = (Disturbed(_random, 0.05, 1), Disturbed(_random, 0.1, 4));
            var pause = _random.Next(50) == 0 ? 3 * size / Codec.Ratio / line.BytesPerSecond : 0;
            if (!_isWarm)
            {
                effort = Cold;
            }

            var compresses = always ?? Decide(ref sender, size, ++ofCall);
            var onWire = (double)size;
            if (compresses)
            {
                var took = size / Codec.Compress * effort;
                sender += took;
                onWire = Math.Min(size, size / Codec.Ratio);
                _isWarm = true;
                if (always is null)
                {
                    _adaptation.AddWholeMessage(size, (int)(size / Codec.Ratio), TimeSpan.FromSeconds(took));
                }
            }

            receiver = Math.Max(receiver, line.Send(sender, onWire, slowness, pause));
            if (compresses && onWire < size)
            {
                receiver += size / Codec.Decompress;
            }

            sender = Math.Max(sender, line.HasRoom(Room));
        }

        // The next request.
        line.Answer(receiver);
        _now = receiver + (line.RoundTrip / 2);
        return _now - began;
    }

    private bool Decide(ref double sender, int size, int ofCall)
    {
        if (sender - _looked >= 0.001)
        {
            _rate = _meter.AddReading(line.Read(sender));
            _looked = sender;
        }

        var course = _adaptation.Decide(size, _rate, ofCall, sampled: false);
        if (course is CompressionDecision.Sample or CompressionDecision.PlainAndSample or CompressionDecision.CompressAndSample)
        {
            var sample = Math.Min(size, SampleSize);
            var (compress, decompress) = (sample / (Codec.Compress * Codec.SampleSpeed) * Disturbed(_sampling, 0.1, 4),
                sample / (Codec.Decompress * Codec.SampleSpeed) * Disturbed(_sampling, 0.1, 4));
            sender += (compress + decompress) * (course == CompressionDecision.Sample ? 2 : 1);
            _adaptation.AddSample(sample, (int)Math.Ceiling(sample / Codec.Ratio * Codec.SampleSize), TimeSpan.FromSeconds(compress),
                TimeSpan.FromSeconds(decompress));
        }

        return (course == CompressionDecision.Sample ? _adaptation.Decide(size, null, ofCall, sampled: true)
            : course) is CompressionDecision.Compress
            or CompressionDecision.CompressAndSample;
    }

    // Two in a hundred are far off.
    private static double Disturbed(Random random, double spread, double far) =>
        random.Next(50) == 0 ? far : Math.Exp(spread * ((random.NextDouble() + random.NextDouble() - 1) * 2.45));
}

namespace Fathom.Transport.Compression;

/// <summary>What to do with a message.</summary>
internal enum Course
{
    /// <summary>Send it as it is.</summary>
    Plain,

    /// <summary>Try a part of it first, then ask again.</summary>
    Sample,

    /// <summary>Compress it.</summary>
    Compress,
}

/// <summary>
/// Decides for one method, direction and compression whether compressing pays. It is told what was measured and does nothing itself. A message by itself is
/// compressed, sent and decompressed one after the other; in a stream the three overlap, and the slowest counts. Owned by a channel or host; safe from any thread.
/// </summary>
internal sealed class MethodAdaptation(string method, bool isStream, MessageCompression compression)
{
    // A sample may take a fiftieth of the time until the next.
    private const int SampleShare = 50;
    private const double Weight = 0.3;

    // Where the rate is known only as at least so much, a message is sent plain now and then to find out, unless that could take more than this many times as long.
    private const double DearestProbe = 3;
    private const int MessagesPerProbe = 32;

    private readonly Lock _lock = new();
    private double _ratio;
    private double _compress;
    private double _decompress;
    private bool _known;
    private bool _pays = true;
    private LinkRate? _link;
    private TimeSpan _nextSample;
    private long _messages;
    private long _compressed;
    private int _sinceProbe = MessagesPerProbe;

    /// <summary>As it stands.</summary>
    public CompressionDecision Decision
    {
        get
        {
            lock (_lock)
            {
                return new CompressionDecision
                {
                    Method = method,
                    Compression = compression,
                    IsStream = isStream,
                    Compresses = _known && _pays,
                    Ratio = _known ? _ratio : null,
                    CompressRate = _known ? _compress : null,
                    DecompressRate = _known ? _decompress : null,
                    Link = _link,
                    Messages = _messages,
                    Compressed = _compressed,
                };
            }
        }
    }

    /// <summary>What to do with the next message.</summary>
    /// <param name="link">The rate of its connection, or null.</param>
    /// <param name="now">On any clock that does not go back.</param>
    /// <param name="sampled">Whether a sample of this message was taken just now.</param>
    public Course Next(LinkRate? link, TimeSpan now, bool sampled)
    {
        lock (_lock)
        {
            _link = link ?? _link;
            if (!sampled && (!_known || now >= _nextSample))
            {
                return Course.Sample;
            }

            _messages++;
            _pays = Pays();
            if (!_pays)
            {
                return Course.Plain;
            }

            if (IsProbeDue())
            {
                _sinceProbe = 0;
                return Course.Plain;
            }

            _sinceProbe++;
            _compressed++;
            return Course.Compress;
        }
    }

    /// <summary>A part of a message was compressed and decompressed.</summary>
    public void Sampled(int plain, int packed, TimeSpan compress, TimeSpan decompress, TimeSpan now)
    {
        lock (_lock)
        {
            Learn(ref _ratio, (double)packed / plain);
            Learn(ref _compress, plain / Math.Max(compress.TotalSeconds, 1e-7));
            Learn(ref _decompress, plain / Math.Max(decompress.TotalSeconds, 1e-7));
            _known = true;
            _nextSample = now + (SampleShare * (compress + decompress));
        }
    }

    /// <summary>A whole message was compressed.</summary>
    public void Compressed(int plain, int packed, TimeSpan compress)
    {
        lock (_lock)
        {
            Learn(ref _ratio, (double)packed / plain);
            Learn(ref _compress, plain / Math.Max(compress.TotalSeconds, 1e-7));
        }
    }

    private void Learn(ref double estimate, double value) => estimate = _known ? estimate + (Weight * (value - estimate)) : value;

    // Seconds per plain byte on both sides of the comparison. A rate nobody knows: who asked for compression gets it, unless nothing becomes smaller by it.
    private bool Pays() => _ratio < 1 && (_link is not { } link || CostCompressed(link) < CostPlain(link));

    private static double CostPlain(LinkRate link) => 1 / link.BytesPerSecond;

    private double CostCompressed(LinkRate link) => isStream
        ? Math.Max(Math.Max(1 / _compress, 1 / _decompress), _ratio / link.BytesPerSecond)
        : (1 / _compress) + (1 / _decompress) + (_ratio / link.BytesPerSecond);

    private bool IsProbeDue() => _link is { IsAtLeast: true } link && _sinceProbe >= MessagesPerProbe && CostPlain(link) < DearestProbe * CostCompressed(link);
}

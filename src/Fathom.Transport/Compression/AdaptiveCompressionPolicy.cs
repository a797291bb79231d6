namespace Fathom.Transport.Compression;

/// <summary>
/// Decides for one method, direction and compression whether compressing pays. It is told what was measured and does nothing itself. A
/// message by itself is compressed, sent and decompressed one after the other; where messages follow each other the three overlap, and the
/// slowest counts. How many there are in a call is learned, as a method may be declared to stream and send one message. What is learned
/// costs time, and each way to learn has a share of the time that messages take (docs/adaptive-compression.md). Owned by a channel or host;
/// safe from any thread.
/// </summary>
internal sealed class AdaptiveCompressionPolicy(string method, bool isStream, MessageCompression compression)
{
    // All constants are what a simulation in virtual time left of others that did not hold (AdaptiveCompressionSimulationTests).
    // A sample may take a hundredth of the time that messages take until the next.
    private const int SampleCostDivisor = 100;

    // It goes on as before unless the other way is so much better.
    private const double SwitchThreshold = 0.97;

    // Later there are more messages from which a trial is paid.
    private const int MaxCallsBeforeFirstTrial = 2;

    // A second whole message is compressed without delay where by samples alone that takes no longer than this: samples are off by as much.
    private const double SecondMessageCostLimit = 1.5;

    // A codec that is faster than the line by this factor keeps the line busy.
    private const double SaturationFactor = 1.5;

    // Seconds that a byte costs on one machine at the least, however short TCP was busy with it: both ends and the kernel copy it. As one
    // message of 4 MB the published payload took 7.4 ms plain and 5.7 by gzip on one processor, of which 2.4 were the codec's, and 7.1 and
    // 4.3 on another, of which 1.6 were: 1.0 and 1.1 ns a byte. TCP was busy with the plain one for 2.5 and 0.2 ms.
    private const double LocalSecondsPerByte = 1e-9;

    // So many messages of a call make a stream.
    private const double MinStreamLength = 2;

    private readonly Lock _lock = new();
    private readonly CodecEstimate _codec = new();
    private readonly ExplorationBudget _exploration = new();
    private readonly StreamLength _length = new();
    private bool _pays = true;
    private LinkRate? _link;
    private double _spent;
    private double _nextSample;
    private long _compressed;
    private long _samples;

    /// <summary>Samples taken so far.</summary>
    public long Samples => Interlocked.Read(ref _samples);

    /// <summary>As it stands.</summary>
    public MethodCompressionReport Report
    {
        get
        {
            lock (_lock)
            {
                var known = _codec.HasSample;
                return new MethodCompressionReport
                {
                    Method = method,
                    Compression = compression,
                    IsStream = isStream && _length.MessagesPerCall >= MinStreamLength,
                    IsCompressing = known && _pays,
                    Ratio = known ? _codec.Ratio : null,
                    CompressRate = known ? 1 / _codec.CompressSecondsPerByte : null,
                    DecompressRate = known ? 1 / _codec.DecompressSecondsPerByte : null,
                    Link = _link,
                    Messages = _length.MessageCount,
                    Compressed = _compressed,
                };
            }
        }
    }

    /// <summary>What to do with the next message, or with so many that follow each other; one of them alone is sampled.</summary>
    /// <param name="size">Bytes of all.</param>
    /// <param name="link">The rate of its connection, or null.</param>
    /// <param name="ofCall">Which message of its call the first is, from 1 on.</param>
    /// <param name="sampled">Whether a sample of this message was taken just now.</param>
    /// <param name="messages">How many there are.</param>
    public CompressionDecision Decide(int size, LinkRate? link, long ofCall, bool sampled, int messages = 1)
    {
        lock (_lock)
        {
            _link = link ?? _link;
            if (!_codec.HasSample)
            {
                return CompressionDecision.Sample;
            }

            var compresses = ShouldCompress(size, _length.Add(isStream ? ofCall : 1, messages));
            _compressed += compresses ? messages : 0;
            var isDue = !sampled && _spent >= _nextSample;
            return compresses ? isDue ? CompressionDecision.CompressAndSample : CompressionDecision.Compress
                : isDue ? CompressionDecision.PlainAndSample : CompressionDecision.Plain;
        }
    }

    /// <summary>A part of a message was compressed and decompressed.</summary>
    public void AddSample(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        lock (_lock)
        {
            _codec.AddSample(plain, packed, compress, decompress);
            _samples++;
            _nextSample = _spent + (SampleCostDivisor * (compress + decompress).TotalSeconds);
        }
    }

    /// <summary>A whole message was compressed.</summary>
    public void AddWholeMessage(int plain, int packed, TimeSpan compress)
    {
        lock (_lock)
        {
            _codec.AddWholeMessage(plain, packed, compress);
        }
    }

    /// <summary>Whether to compress a message.</summary>
    private bool ShouldCompress(int size, double follow)
    {
        if (_codec.Ratio >= 1)
        {
            // Nothing becomes smaller by it, on no line.
            _pays = false;
            _spent += size * (_link is { } any ? 1 / any.BytesPerSecond : _codec.CompressSecondsPerByte);
            return false;
        }

        if (_link is not { } link)
        {
            // A rate nobody knows: who asked for compression gets it.
            _pays = true;
            _spent += size * (_codec.CompressSecondsPerByte + _codec.DecompressSecondsPerByte);
            return true;
        }

        var (plain, compressed) = (size * PlainCost(link), size * CompressedCost(link, follow));
        _pays = _pays ? plain >= SwitchThreshold * compressed : compressed < SwitchThreshold * plain;
        var ways = _pays ? new CostEstimate(compressed, plain, follow >= MinStreamLength)
            : new CostEstimate(plain, compressed, follow >= MinStreamLength);
        var tries = ShouldExplore(link, ways);
        var cost = tries ? ways.Alternative : ways.Chosen;
        _spent += cost;
        _exploration.AddTime(cost);
        return _pays != tries;
    }

    // Seconds per plain byte.
    private static double PlainCost(LinkRate link) => Math.Max(1 / link.BytesPerSecond, MinCost(link));

    private static double MinCost(LinkRate link) => link.IsLocal ? LocalSecondsPerByte : 0;

    // Seconds per plain byte. The slowest of three steps is what each further message takes, and all three are what the first takes. On one
    // machine all three are the processors' work: in a stream of JSON by lz4 over a loopback they took 17 ms together where plain messages
    // took 14, and the slowest alone 10.
    private double CompressedCost(LinkRate link, double follow)
    {
        var (compress, decompress, send) = (_codec.CompressSecondsPerByte, _codec.DecompressSecondsPerByte, _codec.Ratio * PlainCost(link));
        var slowest = Math.Max(Math.Max(compress, decompress), send);
        return slowest + ((compress + decompress + send - slowest) / (link.IsLocal ? 1 : follow));
    }

    /// <summary>Whether this message goes the other way, to find out whether what is known of that is true.</summary>
    private bool ShouldExplore(LinkRate link, in CostEstimate ways)
    {
        if (_pays)
        {
            return _exploration.TryContinue(ways)
                || (MayRevealFasterLink(link, ways.IsStream)
                    && _exploration.TryStart(ways, mayBeFirst: _length.CallCount <= MaxCallsBeforeFirstTrial, lasts: true));
        }

        _exploration.StopTrial();
        if (IsRateLowerBound(link) && !link.MayIncludeAckDelay)
        {
            // First how fast the line is.
            return false;
        }

        if (_codec.WholeMessages < 2 && ways.Alternative < SecondMessageCostLimit * ways.Chosen)
        {
            _exploration.Spend();
            return true;
        }

        return _exploration.TryStart(ways, mayBeFirst: false, lasts: false);
    }

    /// <summary>Whether to know the line better could make a plain byte cheaper.</summary>
    private static bool IsRateLowerBound(LinkRate link) => link.IsAtLeast && 1 / link.BytesPerSecond > MinCost(link);

    // What is compressed may be too little to show how fast the line is, or come too slowly.
    private bool MayRevealFasterLink(LinkRate link, bool inStream) =>
        IsRateLowerBound(link) || (inStream && _codec.Ratio / link.BytesPerSecond < SaturationFactor
            * Math.Max(_codec.CompressSecondsPerByte, _codec.DecompressSecondsPerByte));
}

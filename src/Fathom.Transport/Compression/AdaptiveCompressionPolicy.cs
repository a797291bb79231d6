namespace Fathom.Transport.Compression;

/// <summary>
/// Decides whether to compress the messages of one method in one direction. It receives measurements and performs no work itself. The steps
/// of a single message follow each other: compress, send, decompress. In a stream they overlap, and the slowest counts. The length of
/// streams is learned, because a method can be declared as a stream and send one message. Learning may use a limited share of the time of
/// messages (docs/adaptive-compression.md). Owned by a channel or host; thread-safe.
/// </summary>
internal sealed class AdaptiveCompressionPolicy(string method, bool isStream, MessageCompression compression)
{
    // The constants hold the bounds of the tests in Transport/Compression/Simulation.
    // Samples may take a hundredth of the time of messages.
    private const int SampleCostDivisor = 100;

    // The decision changes when the alternative is 3 % better.
    private const double SwitchThreshold = 0.97;

    // Later trials are paid for by the messages before them.
    private const int MaxCallsBeforeFirstTrial = 2;

    // Samples mislead by up to this factor: below it, a second whole message is compressed to find out.
    private const double SecondMessageCostLimit = 1.5;

    // A codec that is faster than the link by this factor keeps the link busy.
    private const double SaturationFactor = 1.5;

    // Minimum seconds per byte on one machine, for the copies at both ends and in the kernel: 1.0 and 1.1 ns with 4 MB messages on two
    // processors.
    private const double LocalSecondsPerByte = 1e-9;

    // Calls with this many messages count as streams.
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

    /// <summary>Number of samples so far.</summary>
    public long Samples => Interlocked.Read(ref _samples);

    /// <summary>The measurements and the current decision.</summary>
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

    /// <summary>Decides how to send the next message, or a batch of messages of which one is sampled.</summary>
    /// <param name="size">Total size in bytes.</param>
    /// <param name="link">The rate of the connection, or null.</param>
    /// <param name="ofCall">Number of the first message in its call, from 1.</param>
    /// <param name="sampled">Whether this message was sampled already.</param>
    /// <param name="messages">Number of messages in the batch.</param>
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

    /// <summary>Adds the measurement of a sample.</summary>
    public void AddSample(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        lock (_lock)
        {
            _codec.AddSample(plain, packed, compress, decompress);
            _samples++;
            _nextSample = _spent + (SampleCostDivisor * (compress + decompress).TotalSeconds);
        }
    }

    /// <summary>Adds the measurement of a whole message.</summary>
    public void AddWholeMessage(int plain, int packed, TimeSpan compress)
    {
        lock (_lock)
        {
            _codec.AddWholeMessage(plain, packed, compress);
        }
    }

    /// <summary>Whether to compress the message.</summary>
    private bool ShouldCompress(int size, double follow)
    {
        if (_codec.Ratio >= 1)
        {
            // Messages do not become smaller: compression pays on no link.
            _pays = false;
            _spent += size * (_link is { } any ? 1 / any.BytesPerSecond : _codec.CompressSecondsPerByte);
            return false;
        }

        if (_link is not { } link)
        {
            // The rate is not known: compress, as requested.
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

    // Seconds per plain byte. The first message of a stream takes all three steps, each further one only the slowest. On one machine the
    // steps share the processors and do not overlap: a stream of JSON with lz4 took 17 ms, the sum of the steps, and not the 10 ms of
    // the slowest.
    private double CompressedCost(LinkRate link, double follow)
    {
        var (compress, decompress, send) = (_codec.CompressSecondsPerByte, _codec.DecompressSecondsPerByte, _codec.Ratio * PlainCost(link));
        var slowest = Math.Max(Math.Max(compress, decompress), send);
        return slowest + ((compress + decompress + send - slowest) / (link.IsLocal ? 1 : follow));
    }

    /// <summary>Whether this message is sent the other way, to verify the estimate for it.</summary>
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
            // The rate of the link must be known first.
            return false;
        }

        if (_codec.WholeMessages < 2 && ways.Alternative < SecondMessageCostLimit * ways.Chosen)
        {
            _exploration.Spend();
            return true;
        }

        return _exploration.TryStart(ways, mayBeFirst: false, lasts: false);
    }

    /// <summary>Whether the link can be faster than measured.</summary>
    private static bool IsRateLowerBound(LinkRate link) => link.IsAtLeast && 1 / link.BytesPerSecond > MinCost(link);

    // Compressed messages can be too small, or come too slowly, to show the rate of the link.
    private bool MayRevealFasterLink(LinkRate link, bool inStream) =>
        IsRateLowerBound(link) || (inStream && _codec.Ratio / link.BytesPerSecond < SaturationFactor
            * Math.Max(_codec.CompressSecondsPerByte, _codec.DecompressSecondsPerByte));
}

namespace Fathom.Transport.Compression;

/// <summary>
/// Decides for one method, direction and compression whether compressing pays. It is told what was measured and does nothing itself. A
/// message by itself is compressed, sent and decompressed one after the other; where messages follow each other the three overlap, and the
/// slowest counts. How many there are in a call is learned, as a method may be declared to stream and send one message. What is learned
/// costs time, and each way to learn has a share of the time that messages take (docs/adaptive-compression.md). Owned by a channel or host;
/// safe from any thread.
/// </summary>
internal sealed class MethodAdaptation(string method, bool isStream, MessageCompression compression)
{
    // All constants are what a simulation in virtual time left of others that did not hold (AdaptationSimulationTests).
    // A sample may take a hundredth of the time that messages take until the next.
    private const int SampleShare = 100;

    // It goes on as before unless the other way is so much better.
    private const double Better = 0.97;

    // Later there are more messages from which a trial is paid.
    private const int CallsToFirstTrial = 2;

    // A second whole message is compressed without delay where by samples alone that takes no longer than this: samples are off by as much.
    private const double HardlyDearer = 1.5;

    // A codec that is faster than the line by this factor keeps the line busy.
    private const double KeepsBusy = 1.5;

    // Seconds that a byte costs on one machine at the least, however short TCP was busy with it: both ends and the kernel copy it. As one
    // message of 4 MB the published payload took 7.4 ms plain and 5.7 by gzip on one processor, of which 2.4 were the codec's, and 7.1 and
    // 4.3 on another, of which 1.6 were: 1.0 and 1.1 ns a byte. TCP was busy with the plain one for 2.5 and 0.2 ms.
    private const double LocalByte = 1e-9;

    // So many messages of a call make a stream.
    private const double LeastStream = 2;

    private readonly Lock _lock = new();
    private readonly CodecEstimate _codec = new();
    private readonly TrialBudget _trials = new();
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
    public CompressionDecision Decision
    {
        get
        {
            lock (_lock)
            {
                var known = _codec.IsKnown;
                return new CompressionDecision
                {
                    Method = method,
                    Compression = compression,
                    IsStream = isStream && _length.PerCall >= LeastStream,
                    Compresses = known && _pays,
                    Ratio = known ? _codec.Ratio : null,
                    CompressRate = known ? 1 / _codec.Compress : null,
                    DecompressRate = known ? 1 / _codec.Decompress : null,
                    Link = _link,
                    Messages = _length.Messages,
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
    public Course Next(int size, LinkRate? link, long ofCall, bool sampled, int messages = 1)
    {
        lock (_lock)
        {
            _link = link ?? _link;
            if (!_codec.IsKnown)
            {
                return Course.Sample;
            }

            var compresses = Choose(size, _length.Add(isStream ? ofCall : 1, messages));
            _compressed += compresses ? messages : 0;
            var isDue = !sampled && _spent >= _nextSample;
            return compresses ? isDue ? Course.CompressAndSample : Course.Compress
                : isDue ? Course.PlainAndSample : Course.Plain;
        }
    }

    /// <summary>A part of a message was compressed and decompressed.</summary>
    public void Sampled(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        lock (_lock)
        {
            _codec.Sampled(plain, packed, compress, decompress);
            _samples++;
            _nextSample = _spent + (SampleShare * (compress + decompress).TotalSeconds);
        }
    }

    /// <summary>A whole message was compressed.</summary>
    public void Compressed(int plain, int packed, TimeSpan compress)
    {
        lock (_lock)
        {
            _codec.Compressed(plain, packed, compress);
        }
    }

    /// <summary>Whether to compress a message.</summary>
    private bool Choose(int size, double follow)
    {
        if (_codec.Ratio >= 1)
        {
            // Nothing becomes smaller by it, on no line.
            _pays = false;
            _spent += size * (_link is { } any ? 1 / any.BytesPerSecond : _codec.Compress);
            return false;
        }

        if (_link is not { } link)
        {
            // A rate nobody knows: who asked for compression gets it.
            _pays = true;
            _spent += size * (_codec.Compress + _codec.Decompress);
            return true;
        }

        var (plain, compressed) = (size * CostPlain(link), size * CostCompressed(link, follow));
        _pays = _pays ? plain >= Better * compressed : compressed < Better * plain;
        var ways = _pays ? new TwoWays(compressed, plain, follow >= LeastStream) : new TwoWays(plain, compressed, follow >= LeastStream);
        var tries = Tries(link, ways);
        var cost = tries ? ways.Other : ways.Chosen;
        _spent += cost;
        _trials.Earn(cost);
        return _pays != tries;
    }

    // Seconds per plain byte.
    private static double CostPlain(LinkRate link) => Math.Max(1 / link.BytesPerSecond, LeastCost(link));

    private static double LeastCost(LinkRate link) => link.IsLocal ? LocalByte : 0;

    // Seconds per plain byte. The slowest of three steps is what each further message takes, and all three are what the first takes. On one
    // machine all three are the processors' work: in a stream of JSON by lz4 over a loopback they took 17 ms together where plain messages
    // took 14, and the slowest alone 10.
    private double CostCompressed(LinkRate link, double follow)
    {
        var (compress, decompress, send) = (_codec.Compress, _codec.Decompress, _codec.Ratio * CostPlain(link));
        var slowest = Math.Max(Math.Max(compress, decompress), send);
        return slowest + ((compress + decompress + send - slowest) / (link.IsLocal ? 1 : follow));
    }

    /// <summary>Whether this message goes the other way, to find out whether what is known of that is true.</summary>
    private bool Tries(LinkRate link, in TwoWays ways)
    {
        if (_pays)
        {
            return _trials.GoesOn(ways)
                || (MayBeFaster(link, ways.InStream)
                    && _trials.TryBegin(ways, mayBeFirst: _length.Calls <= CallsToFirstTrial, lasts: true));
        }

        _trials.End();
        if (CouldBeFaster(link) && !link.MayHaveWaited)
        {
            // First how fast the line is.
            return false;
        }

        if (_codec.WholeMessages < 2 && ways.Other < HardlyDearer * ways.Chosen)
        {
            _trials.Overdraw();
            return true;
        }

        return _trials.TryBegin(ways, mayBeFirst: false, lasts: false);
    }

    /// <summary>Whether to know the line better could make a plain byte cheaper.</summary>
    private static bool CouldBeFaster(LinkRate link) => link.IsAtLeast && 1 / link.BytesPerSecond > LeastCost(link);

    // What is compressed may be too little to show how fast the line is, or come too slowly.
    private bool MayBeFaster(LinkRate link, bool inStream) =>
        CouldBeFaster(link) || (inStream && _codec.Ratio / link.BytesPerSecond < KeepsBusy * Math.Max(_codec.Compress, _codec.Decompress));
}

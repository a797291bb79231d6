namespace Fathom.Transport.Compression;

/// <summary>
/// Decides for one method, direction and compression whether compressing pays. It is told what was measured and does nothing itself. A message by itself is
/// compressed, sent and decompressed one after the other; where messages follow each other the three overlap, and the slowest counts. How many there are in a call is
/// learned, as a method may be declared to stream and send one message. What is learned costs time, and each way to learn has
/// a share of the time that messages take (docs/adaptive-compression.md). Owned by a channel or host; safe from any thread.
/// </summary>
internal sealed class MethodAdaptation(string method, bool isStream, MessageCompression compression)
{
    // All constants are what a simulation in virtual time left of others that did not hold (AdaptationSimulationTests).
    // A sample may take a hundredth of the time that messages take until the next.
    private const int SampleShare = 100;

    // It goes on as before unless the other way is so much better.
    private const double Better = 0.97;

    // Now and then a message goes the other way to find out what cannot be seen from this one: for so much of the time, and not where that takes so many times as long.
    private const double TrialShare = 0.03;
    private const double DearestTrial = 4;
    private const double DearestTrialOfStream = 10;

    // Once in the beginning it may take so many seconds more, or so many times as long; later, with more messages seen, it is paid for by messages that matter.
    private const double FirstTrial = 0.15;
    private const double FirstTrialTimes = 2;
    private const int MessagesToFirstTrial = 2;

    // Where both ways seem to take as long, this share of a message's time is what a trial is thought to cost; in a stream it ends even where it seems to cost nothing.
    private const double LeastTrial = 0.1;
    private const double LeastExcess = 1e-9;

    // A second whole message is compressed without delay where by samples alone that takes no longer than this: samples are off by as much.
    private const double HardlyDearer = 1.5;

    // A trial of a stream lasts until its rate was measured three times, seconds of sending; and costs no more than so many seconds.
    private const double LeastTrialOfStream = 0.06;
    private const double LongestTrialOfStream = 0.03;

    // A codec that is faster than the line by this factor keeps the line busy.
    private const double KeepsBusy = 1.5;

    // So many messages of a call make a stream; how many there are is learned from the calls before, the last of which counts for so much.
    private const double LeastStream = 2;
    private const double LastCallWeight = 0.3;

    private readonly Lock _lock = new();
    private readonly CodecEstimate _codec = new();
    private bool _pays = true;
    private LinkRate? _link;
    private double _spent;
    private double _nextSample;
    private double _allowance;
    private double _trial;
    private bool _hasTried;
    private double _perCall;
    private long _before;
    private long _messages;
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
                    IsStream = isStream && _perCall >= LeastStream,
                    Compresses = known && _pays,
                    Ratio = known ? _codec.Ratio : null,
                    CompressRate = known ? 1 / _codec.Compress : null,
                    DecompressRate = known ? 1 / _codec.Decompress : null,
                    Link = _link,
                    Messages = _messages,
                    Compressed = _compressed,
                };
            }
        }
    }

    /// <summary>What to do with the next message.</summary>
    /// <param name="size">Its bytes.</param>
    /// <param name="link">The rate of its connection, or null.</param>
    /// <param name="ofCall">Which message of its call it is, from 1 on.</param>
    /// <param name="sampled">Whether a sample of this message was taken just now.</param>
    public Course Next(int size, LinkRate? link, long ofCall, bool sampled)
    {
        lock (_lock)
        {
            _link = link ?? _link;
            if (!_codec.IsKnown)
            {
                return Course.Sample;
            }

            var compresses = Choose(size, Follow(ofCall));
            _compressed += compresses ? 1 : 0;
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

    /// <summary>How many messages follow each other, this one included: as in the calls before, or as in this one so far.</summary>
    private double Follow(long ofCall)
    {
        if (isStream && ofCall == 1 && _messages > 0)
        {
            var ofLast = _messages - _before;
            _perCall = _perCall == 0 ? ofLast : _perCall + (LastCallWeight * (ofLast - _perCall));
            _before = _messages;
        }

        _messages++;
        return isStream ? Math.Max(_perCall, ofCall) : 1;
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

        var (plain, compressed) = (size / link.BytesPerSecond, size * CostCompressed(link, follow));
        _pays = _pays ? plain >= Better * compressed : compressed < Better * plain;
        var (chosen, other) = _pays ? (compressed, plain) : (plain, compressed);
        var tries = Tries(link, chosen, other, follow >= LeastStream);
        var cost = tries ? other : chosen;
        _spent += cost;
        _allowance += TrialShare * cost;
        return _pays != tries;
    }

    // Seconds per plain byte. The slowest of three steps is what each further message takes, and all three are what the first takes.
    private double CostCompressed(LinkRate link, double follow)
    {
        var (compress, decompress, send) = (_codec.Compress, _codec.Decompress, _codec.Ratio / link.BytesPerSecond);
        var slowest = Math.Max(Math.Max(compress, decompress), send);
        return slowest + ((compress + decompress + send - slowest) / follow);
    }

    /// <summary>Whether this message goes the other way, to find out whether what is known of that is true.</summary>
    private bool Tries(LinkRate link, double chosen, double other, bool inStream)
    {
        var excess = Math.Max(0, other - chosen);
        if (_trial > excess && _pays)
        {
            // One is under way.
            _trial -= Math.Max(excess, LeastExcess);
            return true;
        }

        _trial = 0;
        if (_pays ? !MayBeFaster(link, inStream) : link.IsAtLeast)
        {
            // There is nothing to find out, or first how fast the line is.
            return false;
        }

        var isFirst = _pays && !_hasTried && (inStream || _messages <= MessagesToFirstTrial);
        var most = isFirst ? Math.Max(_allowance, Math.Max(FirstTrial, FirstTrialTimes * chosen)) : _allowance;
        var needed = Math.Max(Math.Max(excess, LeastTrial * chosen), inStream ? Math.Min(LeastTrialOfStream * excess / other, LongestTrialOfStream) : 0);
        var mayHardlyDiffer = !_pays && _codec.WholeMessages < 2 && other < HardlyDearer * chosen;
        if (!mayHardlyDiffer && (needed > most || (!isFirst && other > (inStream ? DearestTrialOfStream : DearestTrial) * chosen)))
        {
            return false;
        }

        _hasTried |= isFirst;
        _trial = _pays && inStream ? Math.Max(_allowance, needed) - excess : 0;
        _allowance = 0;
        return true;
    }

    // What is compressed may be too little to show how fast the line is, or come too slowly.
    private bool MayBeFaster(LinkRate link, bool inStream) =>
        link.IsAtLeast || (inStream && _codec.Ratio / link.BytesPerSecond < KeepsBusy * Math.Max(_codec.Compress, _codec.Decompress));
}

namespace Fathom.Transport.Compression;

/// <summary>
/// What a codec makes of a method's messages: the median of the last seven measurements of each figure. Samples are small and a whole
/// message is what counts, so that a sample's figure is corrected by what whole messages took beside their samples. Owned by one
/// adaptation, which guards it.
/// </summary>
internal sealed class CodecEstimate
{
    private const int Most = 7;

    private readonly Corrected _ratio = new();
    private readonly Corrected _compress = new();
    private RecentMedian _decompress = new(Most);

    /// <summary>Whether there was a sample.</summary>
    public bool IsKnown => _decompress.Count > 0;

    /// <summary>Messages that were compressed.</summary>
    public long WholeMessages { get; private set; }

    /// <summary>Compressed over plain size.</summary>
    public double Ratio => _ratio.Value;

    /// <summary>Seconds to compress a plain byte.</summary>
    public double Compress => _compress.Value;

    /// <summary>Seconds to decompress into a plain byte: this side's sample, corrected as compressing is.</summary>
    public double Decompress => _decompress.Value * _compress.Correction;

    /// <summary>A part of a message was compressed and decompressed.</summary>
    public void Sampled(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        _ratio.Sampled((double)packed / plain);
        _compress.Sampled(PerByte(compress, plain));
        _decompress.Add(PerByte(decompress, plain));
    }

    /// <summary>A message was compressed.</summary>
    public void Compressed(int plain, int packed, TimeSpan compress)
    {
        WholeMessages++;
        _ratio.Whole((double)packed / plain);
        _compress.Whole(PerByte(compress, plain));
    }

    private static double PerByte(TimeSpan time, int plain) => Math.Max(time.TotalSeconds, 1e-7) / plain;

    private sealed class Corrected
    {
        private readonly Queue<(double Value, bool OfSample)> _values = new(Most);
        private RecentMedian _samples = new(Most);
        private RecentMedian _corrections = new(Most);

        public double Value { get; private set; }

        /// <summary>A whole message's figure over its sample's.</summary>
        public double Correction { get; private set; } = 1;

        public void Sampled(double value)
        {
            _samples.Add(value);
            Learn(value, ofSample: true);
        }

        public void Whole(double value)
        {
            if (_samples.Count > 0)
            {
                // The first whole message also pays for cold caches and fresh memory: half of what it says is believed.
                _corrections.Add(value / _samples.Value);
                Correction = _corrections.Count == 1 ? Math.Sqrt(_corrections.Value) : _corrections.Value;
            }

            Learn(value, ofSample: false);
        }

        // Samples of before are corrected by what is known now: a codec that takes 0.1 ms to begin makes of 64 KiB what would be 6 ms of 4
        // MB that take 1.5.
        private void Learn(double value, bool ofSample)
        {
            if (_values.Count == Most)
            {
                _values.Dequeue();
            }

            _values.Enqueue((value, ofSample));
            var corrected = new RecentMedian(Most);
            foreach (var (known, isOfSample) in _values)
            {
                corrected.Add(isOfSample ? known * Correction : known);
            }

            Value = corrected.Value;
        }
    }
}

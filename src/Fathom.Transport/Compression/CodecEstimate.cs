namespace Fathom.Transport.Compression;

/// <summary>
/// What a codec makes of a method's messages: the median of the last seven measurements of each figure. Samples are small and a whole
/// message is what counts, so that a sample's figure is corrected by what whole messages took beside their samples. Owned by one
/// adaptation, which guards it.
/// </summary>
internal sealed class CodecEstimate
{
    private const int MaxMeasurements = 7;

    private readonly CorrectedMedian _ratio = new();
    private readonly CorrectedMedian _compressTime = new();
    private RecentMedian _decompressTime = new(MaxMeasurements);

    /// <summary>Whether there was a sample.</summary>
    public bool HasSample => _decompressTime.Count > 0;

    /// <summary>Messages that were compressed.</summary>
    public long WholeMessages { get; private set; }

    /// <summary>Compressed over plain size.</summary>
    public double Ratio => _ratio.Value;

    /// <summary>Seconds to compress a plain byte.</summary>
    public double CompressSecondsPerByte => _compressTime.Value;

    /// <summary>Seconds to decompress into a plain byte: this side's sample, corrected as compressing is.</summary>
    public double DecompressSecondsPerByte => _decompressTime.Value * _compressTime.Correction;

    /// <summary>A part of a message was compressed and decompressed.</summary>
    public void AddSample(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        _ratio.AddSample((double)packed / plain);
        _compressTime.AddSample(SecondsPerByte(compress, plain));
        _decompressTime.Add(SecondsPerByte(decompress, plain));
    }

    /// <summary>A message was compressed.</summary>
    public void AddWholeMessage(int plain, int packed, TimeSpan compress)
    {
        WholeMessages++;
        _ratio.AddWhole((double)packed / plain);
        _compressTime.AddWhole(SecondsPerByte(compress, plain));
    }

    private static double SecondsPerByte(TimeSpan time, int plain) => Math.Max(time.TotalSeconds, 1e-7) / plain;

    private sealed class CorrectedMedian
    {
        private readonly Queue<(double Value, bool OfSample)> _values = new(MaxMeasurements);
        private RecentMedian _samples = new(MaxMeasurements);
        private RecentMedian _corrections = new(MaxMeasurements);

        public double Value { get; private set; }

        /// <summary>A whole message's figure over its sample's.</summary>
        public double Correction { get; private set; } = 1;

        public void AddSample(double value)
        {
            _samples.Add(value);
            Update(value, ofSample: true);
        }

        public void AddWhole(double value)
        {
            if (_samples.Count > 0)
            {
                // The first whole message also pays for cold caches and fresh memory: half of what it says is believed.
                _corrections.Add(value / _samples.Value);
                Correction = _corrections.Count == 1 ? Math.Sqrt(_corrections.Value) : _corrections.Value;
            }

            Update(value, ofSample: false);
        }

        // Samples of before are corrected by what is known now: a codec that takes 0.1 ms to begin makes of 64 KiB what would be 6 ms of 4
        // MB that take 1.5.
        private void Update(double value, bool ofSample)
        {
            if (_values.Count == MaxMeasurements)
            {
                _values.Dequeue();
            }

            _values.Enqueue((value, ofSample));
            var corrected = new RecentMedian(MaxMeasurements);
            foreach (var (known, isOfSample) in _values)
            {
                corrected.Add(isOfSample ? known * Correction : known);
            }

            Value = corrected.Value;
        }
    }
}

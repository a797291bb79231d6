namespace Fathom.Transport.Compression;

/// <summary>Ratio and speed of a codec for one method's messages: the median of the last seven measurements. Samples are smaller than
/// messages, so their figures are corrected by the figures of whole messages. Owned by one policy, which locks it.</summary>
internal sealed class CodecEstimate
{
    private const int MaxMeasurements = 7;

    private readonly CorrectedMedian _ratio = new();
    private readonly CorrectedMedian _compressTime = new();
    private RecentMedian _decompressTime = new(MaxMeasurements);

    /// <summary>Whether a sample was measured.</summary>
    public bool HasSample => _decompressTime.Count > 0;

    /// <summary>Number of whole messages that were compressed.</summary>
    public long WholeMessages { get; private set; }

    /// <summary>Compressed size divided by plain size.</summary>
    public double Ratio => _ratio.Value;

    /// <summary>Seconds to compress one plain byte.</summary>
    public double CompressSecondsPerByte => _compressTime.Value;

    /// <summary>Seconds to decompress one plain byte, measured with samples on this side and corrected like compression.</summary>
    public double DecompressSecondsPerByte => _decompressTime.Value * _compressTime.Correction;

    /// <summary>Adds the measurement of a sample that was compressed and decompressed.</summary>
    public void AddSample(int plain, int packed, TimeSpan compress, TimeSpan decompress)
    {
        _ratio.AddSample((double)packed / plain);
        _compressTime.AddSample(SecondsPerByte(compress, plain));
        _decompressTime.Add(SecondsPerByte(decompress, plain));
    }

    /// <summary>Adds the measurement of a whole message.</summary>
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

        /// <summary>The figure of whole messages divided by that of samples.</summary>
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
                // The first whole message also pays for cold caches and new memory, so its correction counts half.
                _corrections.Add(value / _samples.Value);
                Correction = _corrections.Count == 1 ? Math.Sqrt(_corrections.Value) : _corrections.Value;
            }

            Update(value, ofSample: false);
        }

        // Earlier samples get the current correction: with 0.1 ms to start a codec, a sample of 64 KiB predicts 6 ms for 4 MB that take
        // 1.5 ms.
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

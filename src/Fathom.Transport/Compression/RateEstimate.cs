namespace Fathom.Transport.Compression;

/// <summary>
/// Estimates the rate of a link from measurements that can be disturbed or inexact. Owned by one meter, which locks it.
/// </summary>
internal sealed class RateEstimate
{
    private const int MaxMeasurements = 3;

    // Earlier measurements are discarded when the link is faster than measured by this factor.
    private const double FasterFactor = 1.25;

    // Maximum error of a guess.
    private const double MaxGuessError = 3;

    private RecentMedian _secondsPerByte = new(MaxMeasurements);
    private RecentMedian _leastSecondsPerByte = new(MaxMeasurements);

    /// <summary>The estimated rate; null before the first measurement.</summary>
    public LinkRate? Rate { get; private set; }

    /// <summary>Whether the rate was measured and not only guessed.</summary>
    public bool IsMeasured { get; private set; }

    /// <summary>Sets a guess, when nothing can be measured.</summary>
    public void SetGuess(double bytesPerSecond, bool isAtLeast) => Rate = bytesPerSecond > 0 ? new(bytesPerSecond, isAtLeast) : null;

    /// <summary>Sets a lower bound; true when it is above the estimate, which discards earlier measurements.</summary>
    public bool TryRaise(double bytesPerSecond)
    {
        if (Rate is { } known && bytesPerSecond <= (IsMeasured && !known.IsAtLeast ? FasterFactor : 1) * known.BytesPerSecond)
        {
            return false;
        }

        Clear();
        Rate = new(bytesPerSecond, IsAtLeast: true);
        return true;
    }

    /// <summary>Adds a lower bound from a time in which the link may have been idle.</summary>
    public void AddLowerBound(double bytesPerSecond)
    {
        var known = Rate?.BytesPerSecond ?? 0;
        Rate = new(IsMeasured ? known : Math.Max(known, bytesPerSecond), IsAtLeast: true);
    }

    /// <summary>Adds a measurement.</summary>
    public void AddMeasurement(double secondsPerByte)
    {
        IsMeasured = true;
        _secondsPerByte.Add(secondsPerByte);
        Rate = new(1 / _secondsPerByte.Value, IsAtLeast: false);
    }

    /// <summary>Adds a measurement that is only known as a range. Earlier measurements within the range are kept.</summary>
    /// <param name="least">Minimum seconds per byte; 0 when not known.</param>
    /// <param name="most">Maximum seconds per byte.</param>
    /// <param name="seen">Measured seconds per byte.</param>
    public void AddRange(double least, double most, double seen)
    {
        _leastSecondsPerByte.Add(least);
        var known = Rate?.BytesPerSecond ?? 0;
        double rate;
        if (IsMeasured)
        {
            // A single measurement can be disturbed.
            var fastest = _leastSecondsPerByte.Count > 1 ? 1 / _leastSecondsPerByte.Value : double.PositiveInfinity;
            rate = Math.Min(Math.Max(known, 1 / most), fastest);
        }
        else
        {
            // The guess tends to be too high and the measurement too low. When they are far apart, a delayed acknowledgement is most of the
            // time.
            var isNear = 1 / seen >= known / MaxGuessError;
            IsMeasured = isNear || least > 0;
            rate = isNear ? Math.Sqrt(known / seen) : Math.Min(known, 1 / least);
        }

        if (rate < known)
        {
            Clear();
        }

        Rate = new(rate, IsAtLeast: true) { MayIncludeAckDelay = true };
    }

    private void Clear()
    {
        _secondsPerByte.Clear();
        _leastSecondsPerByte.Clear();
    }
}

namespace Fathom.Transport.Compression;

/// <summary>
/// What is believed of a line's rate, from measurements any of which may have been disturbed, or say only between which rates it lies.
/// Owned by one meter, which guards it.
/// </summary>
internal sealed class RateEstimate
{
    private const int MaxMeasurements = 3;

    // Where the line is seen to be faster than was measured by this much, what was known is over.
    private const double FasterFactor = 1.25;

    // A guess is hardly further off than by this.
    private const double MaxGuessError = 3;

    private RecentMedian _secondsPerByte = new(MaxMeasurements);
    private RecentMedian _leastSecondsPerByte = new(MaxMeasurements);

    /// <summary>What is known; null before anything is.</summary>
    public LinkRate? Rate { get; private set; }

    /// <summary>Whether it was measured, and not guessed alone.</summary>
    public bool IsMeasured { get; private set; }

    /// <summary>Nothing is measured, and somebody says so much.</summary>
    public void SetGuess(double bytesPerSecond, bool isAtLeast) => Rate = bytesPerSecond > 0 ? new(bytesPerSecond, isAtLeast) : null;

    /// <summary>It did at least so much; true where that is more than was known, and what was measured counts no longer.</summary>
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

    /// <summary>It did at least so much in a time in which it may have had little to do.</summary>
    public void AddLowerBound(double bytesPerSecond)
    {
        var known = Rate?.BytesPerSecond ?? 0;
        Rate = new(IsMeasured ? known : Math.Max(known, bytesPerSecond), IsAtLeast: true);
    }

    /// <summary>It took so long.</summary>
    public void AddMeasurement(double secondsPerByte)
    {
        IsMeasured = true;
        _secondsPerByte.Add(secondsPerByte);
        Rate = new(1 / _secondsPerByte.Value, IsAtLeast: false);
    }

    /// <summary>It took between so long and so long: what was measured before stays where it does not contradict.</summary>
    /// <param name="least">Seconds per byte at the least; 0 where nobody knows.</param>
    /// <param name="most">Seconds per byte at the most.</param>
    /// <param name="seen">What it looked like.</param>
    public void AddRange(double least, double most, double seen)
    {
        _leastSecondsPerByte.Add(least);
        var known = Rate?.BytesPerSecond ?? 0;
        double rate;
        if (IsMeasured)
        {
            // One of them alone may have been disturbed.
            var fastest = _leastSecondsPerByte.Count > 1 ? 1 / _leastSecondsPerByte.Value : double.PositiveInfinity;
            rate = Math.Min(Math.Max(known, 1 / most), fastest);
        }
        else
        {
            // A guess is rather too high and what was seen too low. Where they are far apart a late acknowledgement is most of it.
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

using System.Numerics;

namespace Fathom.Statistics.Histograms;

/// <summary>
/// Counts durations in log-linear buckets: 128 linear steps per power of two, so that the width of a bucket is at most 1/128 (0.8 %) of its
/// value. The range is 1 ns to 2^(<see cref="HighestBit"/> + 1) ns (about 9.8 hours); longer durations are counted in the last bucket.
/// Recording allocates nothing and is thread-safe. Each workload owns one histogram. Read it after recording has ended: a concurrent read
/// is not a consistent snapshot.
/// </summary>
public sealed class LatencyHistogram
{
    /// <summary>The highest bit of a duration, in nanoseconds, that has its own buckets.</summary>
    public const int HighestBit = 44;

    private const int SubBits = 7;
    private const int SubCount = 1 << SubBits;

    private readonly long[] _counts = new long[(HighestBit - SubBits + 2) * SubCount];
    private long _maximum;

    /// <summary>The number of recorded durations.</summary>
    public long Count
    {
        get
        {
            var total = 0L;
            foreach (var count in _counts)
            {
                total += count;
            }

            return total;
        }
    }

    /// <summary>The exact longest recorded duration; zero when there is none.</summary>
    public TimeSpan Maximum => FromNanoseconds(Volatile.Read(ref _maximum));

    /// <summary>Records one duration. A negative duration counts as zero.</summary>
    public void Record(TimeSpan duration)
    {
        var nanoseconds = Math.Max(0, duration.Ticks * TimeSpan.NanosecondsPerTick);
        Interlocked.Increment(ref _counts[IndexOf(nanoseconds)]);
        var seen = Volatile.Read(ref _maximum);
        while (nanoseconds > seen)
        {
            var before = Interlocked.CompareExchange(ref _maximum, nanoseconds, seen);
            if (before == seen)
            {
                return;
            }

            seen = before;
        }
    }

    /// <summary>Returns the buckets that are not empty, in ascending order.</summary>
    public IEnumerable<HistogramBucket> Buckets()
    {
        for (var index = 0; index < _counts.Length; index++)
        {
            if (_counts[index] != 0)
            {
                yield return new HistogramBucket(FromNanoseconds(UpperBound(index)), _counts[index]);
            }
        }
    }

    private static int IndexOf(long nanoseconds)
    {
        var highest = BitOperations.Log2((ulong)nanoseconds | 1);
        if (highest < SubBits)
        {
            return (int)nanoseconds;
        }

        if (highest > HighestBit)
        {
            highest = HighestBit;
            nanoseconds = (1L << (HighestBit + 1)) - 1;
        }

        var shift = highest - SubBits;
        return ((shift + 1) << SubBits) + (int)((nanoseconds >> shift) & (SubCount - 1));
    }

    private static long UpperBound(int index)
    {
        var group = index >> SubBits;
        var step = index & (SubCount - 1);
        return group == 0 ? step : (((long)(SubCount + step + 1)) << (group - 1)) - 1;
    }

    // TimeSpan has a resolution of 100 ns. Rounding up keeps the bound an inclusive upper bound.
    private static TimeSpan FromNanoseconds(long nanoseconds) =>
        TimeSpan.FromTicks((nanoseconds + TimeSpan.NanosecondsPerTick - 1) / TimeSpan.NanosecondsPerTick);
}

/// <summary>A bucket of a <see cref="LatencyHistogram"/>.</summary>
/// <param name="UpTo">Inclusive upper bound, rounded up to 100 ns.</param>
/// <param name="Count">The number of durations in the bucket.</param>
public readonly record struct HistogramBucket(TimeSpan UpTo, long Count);

namespace Fathom.Statistics;

/// <summary>
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). The same seed gives the same sequence on
/// every .NET version, which <see cref="Random"/> does not guarantee. Each plan or resampling owns one generator. Not thread-safe.
/// </summary>
public sealed class SeededRandom(long seed)
{
    private ulong _state = unchecked((ulong)seed);

    /// <summary>Creates a separate generator for one part of the work, so that parts do not change each other's sequence.</summary>
    /// <param name="seed">The seed of the complete work.</param>
    /// <param name="purpose">The name of the part.</param>
    public static SeededRandom For(long seed, string purpose)
    {
        // FNV-1a, because string.GetHashCode differs between processes.
        var hash = 14695981039346656037UL;
        foreach (var character in purpose)
        {
            hash = unchecked((hash ^ character) * 1099511628211UL);
        }

        return new SeededRandom(unchecked(seed + (long)hash));
    }

    /// <summary>Returns the next 64 random bits.</summary>
    public ulong NextBits()
    {
        unchecked
        {
            _state += 0x9E3779B97F4A7C15UL;
            var z = _state;
            z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9UL;
            z = (z ^ (z >> 27)) * 0x94D049BB133111EBUL;
            return z ^ (z >> 31);
        }
    }

    /// <summary>Returns an integer from 0 to <paramref name="exclusiveMaximum"/> - 1. The probabilities are equal to within
    /// 2^-32.</summary>
    /// <exception cref="ArgumentOutOfRangeException"><paramref name="exclusiveMaximum"/> is not positive.</exception>
    public int Next(int exclusiveMaximum)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(exclusiveMaximum);
        return (int)(((NextBits() >> 32) * (ulong)exclusiveMaximum) >> 32);
    }

    /// <summary>Returns a number from 0 (inclusive) to 1 (exclusive) with 53 random bits.</summary>
    public double NextDouble() => (NextBits() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Shuffles a list in place (Fisher-Yates).</summary>
    public void Shuffle<T>(IList<T> items)
    {
        for (var i = items.Count - 1; i > 0; i--)
        {
            var j = Next(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }
    }
}

namespace Fathom.Statistics;

/// <summary>
/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014): the same seed gives the same
/// sequence on every .NET version, which <see cref="Random"/> does not promise. A plan or a resampling owns one; not thread-safe.
/// </summary>
public sealed class SeededRandom(long seed)
{
    private ulong _state = unchecked((ulong)seed);

    /// <summary>A generator of its own for a part of the work, so that parts do not disturb each other's sequence.</summary>
    /// <param name="seed">The seed of the whole.</param>
    /// <param name="purpose">Names the part.</param>
    public static SeededRandom For(long seed, string purpose)
    {
        // FNV-1a: string.GetHashCode differs from process to process.
        var hash = 14695981039346656037UL;
        foreach (var character in purpose)
        {
            hash = unchecked((hash ^ character) * 1099511628211UL);
        }

        return new SeededRandom(unchecked(seed + (long)hash));
    }

    /// <summary>The next 64 random bits.</summary>
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

    /// <summary>A whole number from 0 to <paramref name="exclusiveMaximum"/> - 1, all alike to within 2^-32.</summary>
    public int Next(int exclusiveMaximum)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(exclusiveMaximum);
        return (int)(((NextBits() >> 32) * (ulong)exclusiveMaximum) >> 32);
    }

    /// <summary>A number from 0 (inclusive) to 1 (exclusive), 53 random bits.</summary>
    public double NextDouble() => (NextBits() >> 11) * (1.0 / (1UL << 53));

    /// <summary>Brings a list into random order (Fisher-Yates).</summary>
    public void Shuffle<T>(IList<T> items)
    {
        for (var i = items.Count - 1; i > 0; i--)
        {
            var j = Next(i + 1);
            (items[i], items[j]) = (items[j], items[i]);
        }
    }
}

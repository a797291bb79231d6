using System.Numerics;

namespace Fathom.Link.Impairments;

/// <summary>
/// xoshiro256** (Blackman and Vigna, "Scrambled linear pseudorandom number generators", 2021): the same on every machine and .NET version.
/// Each impairment of each direction owns one, so that a change of one does not change the others. Not thread-safe.
/// </summary>
internal sealed class ImpairmentRandom
{
    private ulong _a, _b, _c, _d;

    /// <param name="seed">The link's seed.</param>
    /// <param name="purpose">The impairment and its direction.</param>
    public ImpairmentRandom(long seed, string purpose)
    {
        var state = unchecked((ulong)seed);
        foreach (var character in purpose)
        {
            state = Mix(state ^ character);
        }

        (_a, _b, _c, _d) = (Mix(state + 1), Mix(state + 2), Mix(state + 3), Mix(state + 4));
    }

    /// <summary>From 0 (inclusive) to 1 (exclusive), 53 random bits.</summary>
    public double NextDouble() => (NextBits() >> 11) * (1.0 / (1UL << 53));

    /// <summary>A whole number from 0 to <paramref name="exclusiveMaximum"/> - 1.</summary>
    public int Next(int exclusiveMaximum) => (int)(((NextBits() >> 32) * (ulong)exclusiveMaximum) >> 32);

    /// <summary>True with probability <paramref name="probability"/>. A probability of 0 draws no number.</summary>
    public bool NextBoolean(double probability) => probability > 0 && NextDouble() < probability;

    private ulong NextBits()
    {
        unchecked
        {
            var result = BitOperations.RotateLeft(_b * 5, 7) * 9;
            var t = _b << 17;
            _c ^= _a;
            _d ^= _b;
            _b ^= _c;
            _a ^= _d;
            _c ^= t;
            _d = BitOperations.RotateLeft(_d, 45);
            return result;
        }
    }

    // MurmurHash3's finaliser: spreads neighbouring seeds over all bits.
    private static ulong Mix(ulong x)
    {
        unchecked
        {
            x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDUL;
            x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53UL;
            return x ^ (x >> 33);
        }
    }
}

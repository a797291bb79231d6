namespace Fathom.Link.Units;

/// <summary>A rate in bits per second.</summary>
/// <param name="BitsPerSecond">1 or more.</param>
public readonly record struct BitRate(long BitsPerSecond)
{
    /// <summary>The rate of so many million bits per second.</summary>
    public static BitRate FromMegabits(double megabits) => new((long)Math.Round(megabits * 1e6));
}

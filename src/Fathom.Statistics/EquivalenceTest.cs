namespace Fathom.Statistics;

/// <summary>
/// Two one-sided tests (Schuirmann, 1987) of "makes no difference that matters": the true ratio lies within a margin around 1. A missing
/// difference is no equivalence; few or noisy values show neither.
/// </summary>
/// <param name="low">Lower end of the margin, above 0 and below 1.</param>
/// <param name="high">Upper end, above 1.</param>
public sealed class EquivalenceTest(double low, double high)
{
    /// <summary>
    /// 1 - 20 % and its inverse: 0.8 to 1.25. The upper end is 1.25, not 1.2, so that exchanging the two sides gives the same result: a
    /// ratio of 0.8 is one of 1.25 the other way round.
    /// </summary>
    public static EquivalenceTest WithinTwentyPercent { get; } = new(0.8, 1.25);

    /// <summary>Lower end of the margin.</summary>
    public double Low { get; } = low is > 0 and < 1 ? low : throw new ArgumentOutOfRangeException(nameof(low), low, "Above 0, below 1.");

    /// <summary>Upper end of the margin.</summary>
    public double High { get; } = high > 1 ? high : throw new ArgumentOutOfRangeException(nameof(high), high, "Above 1.");

    /// <summary>
    /// Computes the p-value of "the true ratio lies within the margin": the larger one of both one-sided tests. It is at most a level
    /// exactly where the interval at this level lies within the margin.
    /// </summary>
    /// <param name="ratio">The two samples.</param>
    public double PValue(RatioTest ratio) => Math.Max(ratio.PValueAbove(Low), ratio.PValueBelow(High));
}

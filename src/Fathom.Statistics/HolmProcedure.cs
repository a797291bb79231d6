namespace Fathom.Statistics;

/// <summary>
/// Holm's procedure (1979): of several hypotheses that share one level, the smallest p-value is compared with the level divided by the
/// number of hypotheses, the next with the level divided by one fewer, and so on until one is not rejected. The chance to reject any true
/// hypothesis is at most the level, however the tests depend on each other. Never rejects less than Bonferroni.
/// </summary>
public static class HolmProcedure
{
    /// <summary>Decides on all hypotheses.</summary>
    /// <param name="pValues">One per hypothesis, 0 to 1; 1 for one that was not tested, which still counts.</param>
    /// <param name="level">The level that they share, above 0 and below 1.</param>
    /// <returns>One decision per hypothesis, in the given order. The p-value is at most the level of its decision exactly where the
    /// hypothesis is rejected.</returns>
    public static IReadOnlyList<HolmDecision> Decide(IReadOnlyList<double> pValues, double level)
    {
        ArgumentOutOfRangeException.ThrowIfLessThanOrEqual(level, 0);
        ArgumentOutOfRangeException.ThrowIfGreaterThanOrEqual(level, 1);
        var decisions = new HolmDecision[pValues.Count];
        var rejected = 0;
        var isStopped = false;
        foreach (var at in Enumerable.Range(0, pValues.Count).OrderBy(i => pValues[i]))
        {
            // After the first that is not rejected, all are judged at its level: their p-values are larger.
            var share = level / (pValues.Count - rejected);
            isStopped |= !PermutationTest.IsWithin(pValues[at], share);
            decisions[at] = new(!isStopped, share);
            rejected += isStopped ? 0 : 1;
        }

        return decisions;
    }
}

/// <summary>The decision on one of several hypotheses.</summary>
/// <param name="IsRejected">Whether it is rejected.</param>
/// <param name="Level">The level at which it was judged.</param>
public readonly record struct HolmDecision(bool IsRejected, double Level);

namespace Fathom.Statistics;

/// <summary>The sign test: exact for values of any distribution that do not depend on each other.</summary>
public static class SignTest
{
    /// <summary>The probability that so many or more of all values lie on one side of their distribution's median.</summary>
    /// <param name="count">Values on that side, from 0.</param>
    /// <param name="all">All values, from <paramref name="count"/>.</param>
    public static double AtLeast(int count, int all)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        ArgumentOutOfRangeException.ThrowIfLessThan(all, count);
        var (sum, term) = (0.0, Math.Pow(0.5, all));
        for (var i = 0; i <= all; i++)
        {
            sum += i >= count ? term : 0;
            term *= (double)(all - i) / (i + 1);
        }

        return Math.Min(1, sum);
    }

    /// <summary>The fewest values that can reject at a level, all of them on one side.</summary>
    /// <param name="level">The level of a two-sided test, above 0 and at most 1.</param>
    public static int FewestFor(double level)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(level);
        return Math.Max(1, (int)Math.Ceiling(1 - Math.Log2(level) - 1e-9));
    }
}

namespace Fathom.Statistics;

/// <summary>How well times fit a grid: the length of the mean of their directions on a circle of one period.</summary>
public static class GridFit
{
    /// <summary>Computes it: 1 where all times lie at the same place of the grid, near 0 where they lie anywhere; 0 of no times.</summary>
    /// <param name="times">The times, in the unit of the period.</param>
    /// <param name="period">Period of the grid, above 0.</param>
    public static double Of(IEnumerable<double> times, double period)
    {
        ArgumentNullException.ThrowIfNull(times);
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(period);
        var (x, y, count) = (0.0, 0.0, 0);
        foreach (var time in times)
        {
            var angle = 2 * Math.PI * (time % period) / period;
            (x, y, count) = (x + Math.Cos(angle), y + Math.Sin(angle), count + 1);
        }

        return count == 0 ? 0 : Math.Sqrt((x * x) + (y * y)) / count;
    }
}

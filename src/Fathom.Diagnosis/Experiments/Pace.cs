namespace Fathom.Diagnosis.Experiments;

/// <summary>Whether calls end by a clock, or each begins at the end of the one before it.</summary>
internal static class Pace
{
    /// <summary>The variance of the time between a call's end and a later one, over that between two ends: 1 by a clock, and as many as
    /// lie between them where times add up.</summary>
    /// <param name="ends">Times of ends, ascending.</param>
    /// <param name="lag">Ends from one to the later one, from 2.</param>
    public static double Drift(IReadOnlyList<double> ends, int lag) => Variance(ends, lag) / Math.Max(1e-9, Variance(ends, 1));

    private static double Variance(IReadOnlyList<double> ends, int lag)
    {
        var times = ends.Zip(ends.Skip(lag), (from, to) => to - from).ToList();
        var mean = times.Average();
        return times.Average(t => (t - mean) * (t - mean));
    }
}

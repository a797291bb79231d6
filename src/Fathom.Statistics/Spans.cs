namespace Fathom.Statistics;

/// <summary>Spans of time.</summary>
public static class Spans
{
    /// <summary>How much of the time any of them covers, in their unit.</summary>
    /// <param name="spans">Each from its beginning to its end, in any order.</param>
    public static double Covered(IEnumerable<(double From, double To)> spans)
    {
        var (covered, until) = (0.0, double.NegativeInfinity);
        foreach (var (from, to) in spans.Order())
        {
            covered += Math.Max(0, to - Math.Max(from, until));
            until = Math.Max(until, to);
        }

        return covered;
    }
}

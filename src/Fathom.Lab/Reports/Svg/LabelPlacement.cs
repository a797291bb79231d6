namespace Fathom.Lab.Reports.Svg;

/// <summary>Keeps the labels at the ends of lines from covering one another.</summary>
internal static class LabelPlacement
{
    private const double LineHeight = 14;
    private const double Reach = 44;

    /// <summary>The height of each label: that of its end, or as far below a neighbour's as it must be.</summary>
    public static IReadOnlyList<double> Spread(IReadOnlyList<(double X, double Y)> ends)
    {
        var placed = new double[ends.Count];
        var done = new List<int>();
        foreach (var index in Enumerable.Range(0, ends.Count).OrderBy(i => ends[i].Y))
        {
            placed[index] = done.Where(d => Math.Abs(ends[d].X - ends[index].X) < Reach)
                .Select(d => placed[d] + LineHeight).Append(ends[index].Y).Max();
            done.Add(index);
        }

        return placed;
    }
}

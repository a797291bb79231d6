namespace Fathom.Records.Reports.Svg;

/// <summary>Places the labels at the ends of lines so that they do not overlap.</summary>
internal static class LabelPlacement
{
    private const double LineHeight = 14;
    private const double Reach = 44;

    /// <summary>Returns the vertical position of each label, in pixels: that of its line's end, moved down to avoid adjacent labels, and up
    /// again from the bottom.</summary>
    /// <param name="ends">The ends of the lines, in pixels.</param>
    /// <param name="bottom">Lower limit of the labels, in pixels.</param>
    public static IReadOnlyList<double> Spread(IReadOnlyList<(double X, double Y)> ends, double bottom)
    {
        var placed = ends.Select(e => e.Y).ToArray();
        int[] downwards = [.. Enumerable.Range(0, ends.Count).OrderBy(i => ends[i].Y)];
        foreach (var (rank, index) in downwards.Index())
        {
            placed[index] = Above(rank).Select(above => placed[above] + LineHeight).Append(placed[index]).Max();
        }

        foreach (var (rank, index) in downwards.Index().Reverse())
        {
            placed[index] = Below(rank).Select(below => placed[below] - LineHeight).Append(Math.Min(placed[index], bottom)).Min();
        }

        return placed;

        IEnumerable<int> Above(int rank) => downwards.Take(rank).Where(i => Near(i, downwards[rank]));
        IEnumerable<int> Below(int rank) => downwards.Skip(rank + 1).Where(i => Near(i, downwards[rank]));
        bool Near(int a, int b) => Math.Abs(ends[a].X - ends[b].X) < Reach;
    }
}

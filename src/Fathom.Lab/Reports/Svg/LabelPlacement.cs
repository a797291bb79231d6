namespace Fathom.Lab.Reports.Svg;

/// <summary>Keeps the labels at the ends of lines from covering one another.</summary>
internal static class LabelPlacement
{
    private const double LineHeight = 14;
    private const double Reach = 44;

    /// <summary>The height of each label: that of its line's end, moved down by as much as its neighbours ask, and up again from the
    /// bottom.</summary>
    /// <param name="ends">Where the lines end, in pixels.</param>
    /// <param name="bottom">No label stands below it.</param>
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

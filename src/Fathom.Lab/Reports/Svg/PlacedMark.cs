namespace Fathom.Lab.Reports.Svg;

/// <summary>A marked place of the horizontal axis, with the row in which its letter stands.</summary>
/// <param name="Series">The points that it is marked for.</param>
/// <param name="X">The place, in pixels.</param>
/// <param name="Row">The row of its letter, from 0 at the top.</param>
internal sealed record PlacedMark(ChartPoints Series, double X, int Row)
{
    /// <summary>The marks of some series, from left to right. Letters that would cover each other stand in rows; a place that the scale
    /// does not reach is not marked.</summary>
    public static IReadOnlyList<PlacedMark> AllOn(Scale x, IEnumerable<ChartPoints> all, double letterWidth)
    {
        var free = new List<double>();
        var placed = new List<PlacedMark>();
        foreach (var series in all.Where(s => s.Mark is { } mark && x.Reaches(mark)).OrderBy(s => s.Mark))
        {
            var at = x.At(series.Mark!.Value);
            var row = free.FindIndex(f => f <= at);
            if (row < 0)
            {
                row = free.Count;
                free.Add(0);
            }

            free[row] = at + letterWidth;
            placed.Add(new PlacedMark(series, at, row));
        }

        return placed;
    }
}

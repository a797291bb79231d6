namespace Fathom.Records.Reports.Svg;

/// <summary>A mark on the horizontal axis, with the row of its letter.</summary>
/// <param name="Series">The marked series.</param>
/// <param name="X">Horizontal position, in pixels.</param>
/// <param name="Row">Row of the letter, from 0 at the top.</param>
internal sealed record PlacedMark(ChartPoints Series, double X, int Row)
{
    /// <summary>Returns the marks of the given series, from left to right. Letters that would overlap are in different rows. Marks outside
    /// the scale are left out.</summary>
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

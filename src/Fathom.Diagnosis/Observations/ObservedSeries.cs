namespace Fathom.Diagnosis.Observations;

/// <summary>Values in their order, each valid until the next.</summary>
/// <param name="Text">What they are, in a few words.</param>
/// <param name="Unit">Their unit: <c>count</c>, <c>ms</c>, or empty for a share, 0 to 1.</param>
/// <param name="Points">Where each begins, ms from 0, in ascending order, and the value, from 0.</param>
public sealed record ObservedSeries(string Text, string Unit, IReadOnlyList<(double AtMs, double Value)> Points)
{
    /// <summary>As many at most. Of more, each part keeps its largest, so that no peak is lost.</summary>
    /// <param name="most">How many, at least 1.</param>
    public ObservedSeries Thinned(int most) => this with
    {
        Points = [.. Points.Chunk(Math.Max(1, (Points.Count + most - 1) / most)).Select(c => c.MaxBy(p => p.Value))],
    };
}

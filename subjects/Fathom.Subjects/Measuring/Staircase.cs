namespace Fathom.Subjects.Measuring;

/// <summary>
/// A value over time, kept where it changes. Past <see cref="MaxPoints"/> every second point is dropped and only every second
/// change is recorded from then on: the shape stays, the size is bounded.
/// </summary>
public sealed class Staircase
{
    private const int MaxPoints = 400;
    private readonly List<(double AtMs, double Value)> _points = [];
    private int _stride = 1;
    private int _changes;
    private double _last = double.NaN;

    /// <summary>Highest value so far; 0 before the first.</summary>
    public double Highest { get; private set; }

    /// <summary>The points that are kept.</summary>
    public IReadOnlyList<(double AtMs, double Value)> Points => _points;

    /// <summary>Adds a value.</summary>
    /// <param name="atMs">Milliseconds since the workload began, not before the last one's.</param>
    /// <param name="value">The value from then on.</param>
    public void Add(double atMs, double value)
    {
        if (value == _last)
        {
            return;
        }

        _last = value;
        Highest = Math.Max(Highest, value);
        if (_changes++ % _stride != 0)
        {
            return;
        }

        _points.Add((Math.Round(atMs, 1), value));
        if (_points.Count >= MaxPoints)
        {
            for (var i = _points.Count - 1; i > 0; i -= 2)
            {
                _points.RemoveAt(i);
            }

            _stride *= 2;
        }
    }
}

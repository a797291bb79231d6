namespace Fathom.Subjects.Client;

/// <summary>
/// A value over time, kept where it changes. Past <see cref="MaxPoints"/> every second point is dropped and only every second
/// change is recorded from then on: the shape stays, the size is bounded.
/// </summary>
internal sealed class Staircase
{
    private const int MaxPoints = 400;
    private readonly List<(double AtMs, double Value)> _points = [];
    private int _stride = 1;
    private int _changes;
    private double _last = double.NaN;

    public double Highest { get; private set; }

    public IReadOnlyList<(double AtMs, double Value)> Points => _points;

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

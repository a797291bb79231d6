using System.Runtime.CompilerServices;

namespace Fathom.Transport.Compression;

/// <summary>The median of the last measurements, so that outliers have no effect. Of two measurements it is the smaller, because
/// disturbances make times longer.</summary>
/// <param name="most">Number of measurements kept, at most <see cref="Capacity"/>.</param>
internal struct RecentMedian(int most)
{
    private const int Capacity = 7;

    private Values _values;
    private int _next;

    /// <summary>Number of measurements.</summary>
    public int Count { get; private set; }

    /// <summary>The median; 0 before the first measurement.</summary>
    public readonly double Value
    {
        get
        {
            Span<double> sorted = stackalloc double[Capacity];
            for (var i = 0; i < Count; i++)
            {
                sorted[i] = _values[i];
            }

            sorted = sorted[..Count];
            sorted.Sort();
            return Count switch
            {
                0 => 0,
                2 => sorted[0],
                _ => (sorted[(Count - 1) / 2] + sorted[Count / 2]) / 2,
            };
        }
    }

    public void Add(double value)
    {
        _values[_next] = value;
        _next = (_next + 1) % most;
        Count = Math.Min(most, Count + 1);
    }

    public void Clear() => (_next, Count) = (0, 0);

    [InlineArray(Capacity)]
    private struct Values
    {
        private double _first;
    }
}

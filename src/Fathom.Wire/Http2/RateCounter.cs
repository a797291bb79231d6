namespace Fathom.Wire.Http2;

/// <summary>Counts events in windows of one second, each starting with its first event. Composed by value into what owns it.</summary>
internal struct RateCounter
{
    private const long Window = 1000;
    private long _windowEnd;
    private int _count;
    private int _forgiven;

    /// <summary>Counts one event.</summary>
    /// <param name="now">Monotonic milliseconds.</param>
    /// <returns>Events of this window that nothing makes up for, this one included.</returns>
    public int Count(long now)
    {
        if (now >= _windowEnd)
        {
            _windowEnd = now + Window;
            _count = 0;
        }

        if (_forgiven > 0)
        {
            _forgiven--;
            return _count;
        }

        return ++_count;
    }

    /// <summary>Makes up for <paramref name="events"/> still to come, a thousand at most being kept.</summary>
    public void AddAllowance(int events) => _forgiven = Math.Min(_forgiven + events, 1000);
}

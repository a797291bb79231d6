namespace Fathom.Wire.Http2;

/// <summary>Counts the events whose rate is limited (<see cref="Http2Limits"/>) and reports excess. Owned by one connection; sends nothing.
/// Times are monotonic milliseconds.</summary>
internal sealed class FloodGuard(Http2Limits limits)
{
    private const long Second = 1000;
    private const long Minute = 60 * Second;

    private RateCounter _resets;
    private RateCounter _resetsOfMinute;
    private RateCounter _pings;
    private RateCounter _settings;
    private RateCounter _emptyFrames;
    private RateCounter _windowUpdates;
    private RateCounter _ignored;

    /// <summary>A stream was reset by the peer, or by this side because of the peer.</summary>
    public Http2Fault OnReset(long now)
    {
        var fault = Check(ref _resets, limits.MaxResetsPerSecond, now, nameof(Http2Limits.MaxResetsPerSecond));
        return fault.IsNone && _resetsOfMinute.Count(now, Minute) > limits.MaxResetsPerMinute
            ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxResetsPerMinute)) : fault;
    }

    /// <summary>A stream completed: a peer that lets calls finish may cancel as many others.</summary>
    public void OnStreamCompleted() => _resetsOfMinute.AddAllowance(1);

    /// <summary>A PING arrived.</summary>
    public Http2Fault OnPing(long now) => Check(ref _pings, limits.MaxPingsPerSecond, now, nameof(Http2Limits.MaxPingsPerSecond));

    /// <summary>SETTINGS arrived.</summary>
    public Http2Fault OnSettings(long now) => Check(ref _settings, limits.MaxSettingsPerSecond, now,
        nameof(Http2Limits.MaxSettingsPerSecond));

    /// <summary>An empty frame that ends nothing arrived, or an interim response.</summary>
    public Http2Fault OnEmptyFrame(long now) => Check(
        ref _emptyFrames, limits.MaxEmptyFramesPerSecond, now, nameof(Http2Limits.MaxEmptyFramesPerSecond));

    /// <summary>An ignored frame arrived.</summary>
    public Http2Fault OnIgnoredFrame(long now) => Check(ref _ignored, limits.MaxIgnoredFramesPerSecond, now,
        nameof(Http2Limits.MaxIgnoredFramesPerSecond));

    /// <summary>A WINDOW_UPDATE arrived; only small ones count.</summary>
    public Http2Fault OnWindowUpdate(int increment, long now) => increment >= limits.TinyWindowUpdate
        ? Http2Fault.None
        : Check(ref _windowUpdates, limits.MaxTinyWindowUpdatesPerSecond, now, nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond));

    /// <summary>A DATA frame was sent: its receiver can respond with window updates and a bandwidth probe.</summary>
    public void OnDataSent()
    {
        _windowUpdates.AddAllowance(10);
        _pings.AddAllowance(1);
    }

    /// <summary>The transport reset a stream: late frames of the peer (headers, trailers, a reset) are not an attack.</summary>
    public void OnResetSent() => _ignored.AddAllowance(3);

    private static Http2Fault Check(ref RateCounter counter, int limit, long now, string name) =>
        counter.Count(now, Second) > limit ? Http2Fault.LimitExceeded(name) : Http2Fault.None;
}

/// <summary>Counts events in windows of time, each starting with its first event. Composed by value into what owns it.</summary>
internal struct RateCounter
{
    private long _windowEnd;
    private int _count;
    private int _forgiven;

    /// <summary>Counts one event.</summary>
    /// <param name="now">Monotonic milliseconds.</param>
    /// <param name="window">Length of the window, in milliseconds.</param>
    /// <returns>Events of this window that nothing makes up for, this one included.</returns>
    public int Count(long now, long window)
    {
        if (now >= _windowEnd)
        {
            _windowEnd = now + window;
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

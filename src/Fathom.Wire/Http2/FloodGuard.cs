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
    private int _pingsSent;

    /// <summary>Counts a stream that was reset by the peer, or by this side because of the peer.</summary>
    public Http2Fault OnReset(long now)
    {
        var fault = Check(ref _resets, limits.MaxResetsPerSecond, now, nameof(Http2Limits.MaxResetsPerSecond));
        return fault.IsNone && _resetsOfMinute.Count(now, Minute) > limits.MaxResetsPerMinute
            ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxResetsPerMinute)) : fault;
    }

    /// <summary>Allows one more reset because a stream completed: a peer that lets calls complete can cancel as many others.</summary>
    public void OnStreamCompleted() => _resetsOfMinute.AddAllowance(1);

    /// <summary>Counts a received PING.</summary>
    public Http2Fault OnPing(long now) => Check(ref _pings, limits.MaxPingsPerSecond, now, nameof(Http2Limits.MaxPingsPerSecond));

    /// <summary>Counts a PING of this side.</summary>
    public void OnPingSent() => _pingsSent++;

    /// <summary>Counts a received acknowledgement of PING: one of none that was sent has no effect.</summary>
    public Http2Fault OnPingAck(long now)
    {
        if (_pingsSent == 0)
        {
            return OnIgnoredFrame(now);
        }

        _pingsSent--;
        return Http2Fault.None;
    }

    /// <summary>Counts received SETTINGS.</summary>
    public Http2Fault OnSettings(long now) => Check(ref _settings, limits.MaxSettingsPerSecond, now,
        nameof(Http2Limits.MaxSettingsPerSecond));

    /// <summary>Counts a received frame without effect: an empty one that ends nothing, or an interim response.</summary>
    public Http2Fault OnEmptyFrame(long now) => Check(
        ref _emptyFrames, limits.MaxEmptyFramesPerSecond, now, nameof(Http2Limits.MaxEmptyFramesPerSecond));

    /// <summary>Counts a received frame that is ignored.</summary>
    public Http2Fault OnIgnoredFrame(long now) => Check(ref _ignored, limits.MaxIgnoredFramesPerSecond, now,
        nameof(Http2Limits.MaxIgnoredFramesPerSecond));

    /// <summary>Counts a received WINDOW_UPDATE below <see cref="Http2Limits.TinyWindowUpdate"/>.</summary>
    public Http2Fault OnWindowUpdate(int increment, long now) => increment >= limits.TinyWindowUpdate
        ? Http2Fault.None
        : Check(ref _windowUpdates, limits.MaxTinyWindowUpdatesPerSecond, now, nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond));

    /// <summary>Allows window updates and a bandwidth probe, with which the receiver of a sent DATA frame can respond.</summary>
    public void OnDataSent()
    {
        _windowUpdates.AddAllowance(10);
        _pings.AddAllowance(1);
    }

    /// <summary>Allows three ignored frames because the transport reset a stream: headers, trailers and a reset of the peer can be
    /// late.</summary>
    public void OnResetSent() => _ignored.AddAllowance(3);

    private static Http2Fault Check(ref RateCounter counter, int limit, long now, string name) =>
        counter.Count(now, Second) > limit ? Http2Fault.LimitExceeded(name) : Http2Fault.None;
}

/// <summary>Counts events in time windows. A window starts with its first event. Composed by value into its owner.</summary>
internal struct RateCounter
{
    private long _windowEnd;
    private int _count;
    private int _forgiven;

    /// <summary>Counts one event.</summary>
    /// <param name="now">Monotonic milliseconds.</param>
    /// <param name="window">Length of the window, in milliseconds.</param>
    /// <returns>The number of events in this window, this one included, without those covered by allowances.</returns>
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

    /// <summary>Leaves the next <paramref name="events"/> events uncounted. At most 1,000 allowances are kept.</summary>
    public void AddAllowance(int events) => _forgiven = Math.Min(_forgiven + events, 1000);
}

namespace Fathom.Wire.Http2;

/// <summary>
/// The settings of this side: announced, and acknowledged in that order (RFC 9113 section 6.5.3). While an announcement is not acknowledged
/// the more generous value of a limit holds, since the peer may use either. Owned by one connection; sends nothing.
/// </summary>
internal sealed class LocalSettings
{
    private readonly Queue<(Http2Settings Settings, long SentAt)> _sent = new();

    /// <summary>What the peer has acknowledged.</summary>
    public Http2Settings Acknowledged { get; private set; } = new();

    /// <summary>What was announced last.</summary>
    public Http2Settings Announced { get; private set; } = new();

    /// <summary>When the oldest announcement not acknowledged was made, in the caller's monotonic milliseconds; null where all
    /// are.</summary>
    public long? UnacknowledgedSince => _sent.Count > 0 ? _sent.Peek().SentAt : null;

    /// <summary>The window a new stream of the peer may use, in bytes.</summary>
    public int InitialWindowSize { get; private set; } = FlowControl.FlowWindow.DefaultSize;

    /// <summary>The largest frame the peer may send, in bytes.</summary>
    public int MaxFrameSize { get; private set; } = SettingsPayload.SmallestMaxFrameSize;

    /// <summary>Takes note of an announcement.</summary>
    /// <returns>By how much the window of every stream grows from now on, in bytes.</returns>
    public int Announce(in Http2Settings settings, long now)
    {
        _sent.Enqueue((settings, now));
        Announced = settings;
        return Enforce();
    }

    /// <summary>Takes an acknowledgement.</summary>
    /// <param name="shift">By how much the window of every stream changes, in bytes; not positive.</param>
    /// <returns>False where nothing was to be acknowledged.</returns>
    public bool TryAcknowledge(out int shift)
    {
        shift = 0;
        if (!_sent.TryDequeue(out var oldest))
        {
            return false;
        }

        if (_sent.Count == 0)
        {
            // Mostly the last of the connection.
            _sent.TrimExcess();
        }

        Acknowledged = oldest.Settings;
        shift = Enforce();
        return true;
    }

    private int Enforce()
    {
        var before = InitialWindowSize;
        (InitialWindowSize, MaxFrameSize) = (Acknowledged.InitialWindowSize, Acknowledged.MaxFrameSize);
        foreach (var (settings, _) in _sent)
        {
            InitialWindowSize = Math.Max(InitialWindowSize, settings.InitialWindowSize);
            MaxFrameSize = Math.Max(MaxFrameSize, settings.MaxFrameSize);
        }

        return InitialWindowSize - before;
    }
}

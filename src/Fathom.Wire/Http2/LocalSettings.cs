namespace Fathom.Wire.Http2;

/// <summary>
/// The settings of this side, which the peer acknowledges in the order in which they were sent (RFC 9113 section 6.5.3). Until an
/// announcement is acknowledged, the peer can use the old or the new value, so the larger one applies. Owned by one connection; sends
/// nothing.
/// </summary>
internal sealed class LocalSettings
{
    private readonly Queue<(Http2Settings Settings, long SentAt)> _sent = new();

    /// <summary>The settings that the peer acknowledged last.</summary>
    public Http2Settings Acknowledged { get; private set; } = new();

    /// <summary>The settings that were sent last.</summary>
    public Http2Settings Announced { get; private set; } = new();

    /// <summary>When the oldest unacknowledged settings were sent, in monotonic milliseconds; null when all are acknowledged.</summary>
    public long? UnacknowledgedSince => _sent.Count > 0 ? _sent.Peek().SentAt : null;

    /// <summary>The initial receive window that applies to streams, in bytes.</summary>
    public int InitialWindowSize { get; private set; } = FlowControl.FlowWindow.DefaultSize;

    /// <summary>The maximum frame size that applies to received frames, in bytes.</summary>
    public int MaxFrameSize { get; private set; } = SettingsPayload.SmallestMaxFrameSize;

    /// <summary>Records settings that are sent now.</summary>
    /// <returns>The increase of every stream's window, in bytes; 0 when it does not grow.</returns>
    public int Announce(in Http2Settings settings, long now)
    {
        _sent.Enqueue((settings, now));
        Announced = settings;
        return Enforce();
    }

    /// <summary>Applies the acknowledgement of the oldest unacknowledged settings.</summary>
    /// <param name="shift">The change of every stream's window, in bytes; 0 or negative.</param>
    /// <returns>False when all settings were acknowledged already.</returns>
    public bool TryAcknowledge(out int shift)
    {
        shift = 0;
        if (!_sent.TryDequeue(out var oldest))
        {
            return false;
        }

        if (_sent.Count == 0)
        {
            // Usually the connection sends no further settings.
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

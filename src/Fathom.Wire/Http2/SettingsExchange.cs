using Fathom.Wire.Hpack;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Sends the settings of this side, applies those of the peer, and adjusts windows and dynamic tables (RFC 9113 section 6.5).
/// Owned by one connection.</summary>
internal sealed class SettingsExchange(
    bool isServer, Http2Options options, StreamTable streams, StreamWindows windows, DataSender sender, HpackDecoder decoder,
        HpackEncoder encoder,
    FrameWriter writer)
{
    private Http2Settings _peer = new();

    public LocalSettings Local { get; } = new();

    /// <summary>Whether the peer's first SETTINGS were received.</summary>
    public bool HasPeerSettings { get; private set; }

    public ref readonly Http2Settings Peer => ref _peer;

    /// <summary>Maximum number of concurrent streams of this side.</summary>
    public uint MaxLocalStreams => HasPeerSettings ? _peer.MaxConcurrentStreams : (uint)options.AssumedMaxConcurrentStreams;

    /// <summary>Sends the first SETTINGS.</summary>
    public void Start(long now)
    {
        var settings = new Http2Settings
        {
            HeaderTableSize = (uint)options.Limits.MaxHeaderTableSize,
            MaxConcurrentStreams = (uint)options.MaxConcurrentStreams,
            InitialWindowSize = options.InitialStreamWindow,
            MaxFrameSize = options.MaxFrameSize,
            MaxHeaderListSize = (uint)options.Limits.MaxHeaderListSize,
        };
        Span<(Http2SettingId, uint)> rows =
        [
            isServer ? (Http2SettingId.MaxConcurrentStreams, settings.MaxConcurrentStreams) : (Http2SettingId.EnablePush, 0),
            (Http2SettingId.InitialWindowSize, (uint)settings.InitialWindowSize),
            (Http2SettingId.MaxHeaderListSize, settings.MaxHeaderListSize),
            (Http2SettingId.HeaderTableSize, settings.HeaderTableSize),
            (Http2SettingId.MaxFrameSize, (uint)settings.MaxFrameSize),
        ];

        // Parameters with the protocol's default value are left out, except a table size that precedes another parameter.
        var count = settings.MaxFrameSize != SettingsPayload.SmallestMaxFrameSize ? 5 : settings.HeaderTableSize != 4096 ? 4 : 3;
        writer.Settings(rows[..count]);
        Shift(Local.Announce(settings, now));
    }

    /// <summary>Sends a new SETTINGS_INITIAL_WINDOW_SIZE, which also changes the windows of open streams.</summary>
    public void AnnounceInitialWindow(int bytes, long now)
    {
        writer.Settings([(Http2SettingId.InitialWindowSize, (uint)bytes)]);
        Shift(Local.Announce(Local.Announced with { InitialWindowSize = bytes }, now));
    }

    /// <summary>Applies SETTINGS of the peer, or the acknowledgement of own settings.</summary>
    /// <returns>The violation, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault OnSettings(in FrameHeader header, ReadOnlySpan<byte> payload)
    {
        if (header.Has(FrameFlag.Ack))
        {
            return OnAck();
        }

        var before = _peer.InitialWindowSize;
        var fault = SettingsPayload.Apply(payload, !isServer, ref _peer);
        if (!fault.IsNone)
        {
            return fault;
        }

        HasPeerSettings = true;
        encoder.SetPeerMaxTableSize(_peer.HeaderTableSize);
        windows.Send = _peer.InitialWindowSize;
        if (_peer.InitialWindowSize != before && !TryShiftSenders(_peer.InitialWindowSize - before))
        {
            return Http2Fault.Connection(Http2ErrorCode.FlowControlError,
                "6.9.2: SETTINGS_INITIAL_WINDOW_SIZE makes a window larger than 2^31-1");
        }

        writer.SettingsAck();
        return Http2Fault.None;
    }

    private Http2Fault OnAck()
    {
        if (!Local.TryAcknowledge(out var shift))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "6.5.3: acknowledgement of SETTINGS that were not sent");
        }

        decoder.SetMaxTableSize((int)Local.Acknowledged.HeaderTableSize);
        Shift(shift);
        return Http2Fault.None;
    }

    private void Shift(int delta)
    {
        windows.Receive = Local.InitialWindowSize;
        if (delta != 0 && streams.Count > 0)
        {
            foreach (var stream in streams.Snapshot())
            {
                stream.ReceiveWindow.Shift(delta);
                if (stream.CanReceive && stream.ReceiveWindow.Replenish() is > 0 and var increment)
                {
                    writer.WindowUpdate(stream.Id, increment);
                }
            }
        }
    }

    private bool TryShiftSenders(int delta)
    {
        if (streams.Count == 0)
        {
            return true;
        }

        foreach (var stream in streams.Snapshot())
        {
            if (!stream.SendWindow.TryAdjust(delta))
            {
                return false;
            }

            sender.OnStreamWindowIncreased(stream);
        }

        return true;
    }
}

/// <summary>The initial windows of a new stream, in bytes. Owned by <see cref="SettingsExchange"/> and read where streams are
/// opened.</summary>
internal sealed class StreamWindows
{
    public int Send { get; set; } = FlowControl.FlowWindow.DefaultSize;

    public int Receive { get; set; } = FlowControl.FlowWindow.DefaultSize;
}

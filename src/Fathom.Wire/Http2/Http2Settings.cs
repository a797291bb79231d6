using System.Buffers.Binary;

namespace Fathom.Wire.Http2;

/// <summary>Parameters of SETTINGS (RFC 9113 section 6.5.2). Unknown ones are ignored.</summary>
internal enum Http2SettingId : ushort
{
    /// <summary>Maximum size of the dynamic table with which the sender decodes, in bytes.</summary>
    HeaderTableSize = 0x1,
    /// <summary>Whether push is allowed, 0 or 1.</summary>
    EnablePush = 0x2,
    /// <summary>Maximum number of concurrent streams of the peer.</summary>
    MaxConcurrentStreams = 0x3,
    /// <summary>Initial flow-control window of a stream, in bytes.</summary>
    InitialWindowSize = 0x4,
    /// <summary>Maximum frame payload, in bytes.</summary>
    MaxFrameSize = 0x5,
    /// <summary>Maximum size of a header list, in bytes; advisory.</summary>
    MaxHeaderListSize = 0x6,
}

/// <summary>The current settings of one side; the defaults are those of RFC 9113 section 6.5.2.</summary>
internal readonly record struct Http2Settings()
{
    /// <summary>SETTINGS_HEADER_TABLE_SIZE, in bytes. Default 4,096.</summary>
    public uint HeaderTableSize { get; init; } = 4096;

    /// <summary>SETTINGS_MAX_CONCURRENT_STREAMS. Default unlimited (2^32-1).</summary>
    public uint MaxConcurrentStreams { get; init; } = uint.MaxValue;

    /// <summary>SETTINGS_INITIAL_WINDOW_SIZE, in bytes, 0 to 2^31-1. Default 65,535.</summary>
    public int InitialWindowSize { get; init; } = FlowControl.FlowWindow.DefaultSize;

    /// <summary>SETTINGS_MAX_FRAME_SIZE, in bytes, 16,384 to 16,777,215. Default 16,384.</summary>
    public int MaxFrameSize { get; init; } = SettingsPayload.SmallestMaxFrameSize;

    /// <summary>SETTINGS_MAX_HEADER_LIST_SIZE, in bytes. Default unlimited (2^32-1).</summary>
    public uint MaxHeaderListSize { get; init; } = uint.MaxValue;
}

/// <summary>Reads and validates the payload of SETTINGS (RFC 9113 section 6.5.2).</summary>
internal static class SettingsPayload
{
    /// <summary>The smallest value, and default, of SETTINGS_MAX_FRAME_SIZE.</summary>
    public const int SmallestMaxFrameSize = 16_384;

    /// <summary>The largest value of SETTINGS_MAX_FRAME_SIZE.</summary>
    public const int LargestMaxFrameSize = 16_777_215;

    /// <summary>Applies a payload, whose length is a multiple of 6, to <paramref name="settings"/>, each parameter in order.</summary>
    /// <param name="payload">The payload.</param>
    /// <param name="fromServer">Whether a server sent it; a server must not set SETTINGS_ENABLE_PUSH to 1.</param>
    /// <param name="settings">The settings of the sender so far; unchanged after a fault.</param>
    public static Http2Fault Apply(ReadOnlySpan<byte> payload, bool fromServer, ref Http2Settings settings)
    {
        var result = settings;
        for (; payload.Length >= 6; payload = payload[6..])
        {
            var value = BinaryPrimitives.ReadUInt32BigEndian(payload[2..]);
            switch ((Http2SettingId)BinaryPrimitives.ReadUInt16BigEndian(payload))
            {
                case Http2SettingId.HeaderTableSize:
                    result = result with { HeaderTableSize = value };
                    break;
                case Http2SettingId.EnablePush when value > 1 || (fromServer && value == 1):
                    return Http2Fault.Connection(Http2ErrorCode.ProtocolError,
                        "6.5.2: SETTINGS_ENABLE_PUSH is not 0 or 1, or a server set it to 1");
                case Http2SettingId.MaxConcurrentStreams:
                    result = result with { MaxConcurrentStreams = value };
                    break;
                case Http2SettingId.InitialWindowSize when value > int.MaxValue:
                    return Http2Fault.Connection(Http2ErrorCode.FlowControlError, "6.5.2: SETTINGS_INITIAL_WINDOW_SIZE is over 2^31-1");
                case Http2SettingId.InitialWindowSize:
                    result = result with { InitialWindowSize = (int)value };
                    break;
                case Http2SettingId.MaxFrameSize when value is < SmallestMaxFrameSize or > LargestMaxFrameSize:
                    return Http2Fault.Connection(Http2ErrorCode.ProtocolError,
                        "6.5.2: SETTINGS_MAX_FRAME_SIZE is not 16,384 to 16,777,215");
                case Http2SettingId.MaxFrameSize:
                    result = result with { MaxFrameSize = (int)value };
                    break;
                case Http2SettingId.MaxHeaderListSize:
                    result = result with { MaxHeaderListSize = value };
                    break;
                default:
                    break;
            }
        }

        settings = result;
        return Http2Fault.None;
    }
}

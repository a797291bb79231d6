namespace Fathom.Wire.Http2;

/// <summary>Limits on what a peer can do on one connection. A peer that exceeds one gets GOAWAY with ENHANCE_YOUR_CALM (RFC 9113 section
/// 10.5), unless a limit says otherwise. Rates are counted in windows of one second that start with the first event.</summary>
public sealed record Http2Limits
{
    /// <summary>The default limits.</summary>
    public static Http2Limits Default { get; } = new();

    /// <summary>Maximum size of a header list, in bytes: names, values and 32 for each field. Announced as SETTINGS_MAX_HEADER_LIST_SIZE. A
    /// larger list resets its stream only; names of the table that make it more than four times as large end the connection. Protects
    /// against HPACK bombs. Default 32 KiB, as Kestrel's.</summary>
    public int MaxHeaderListSize { get; init; } = 32 * 1024;

    /// <summary>Size of the dynamic table for decoding, in bytes. Announced as SETTINGS_HEADER_TABLE_SIZE. Default 4 KiB.</summary>
    public int MaxHeaderTableSize { get; init; } = 4096;

    /// <summary>Maximum size of one encoded field block, in bytes, HEADERS and CONTINUATION together. Default 64 KiB.</summary>
    public int MaxHeaderBlockBytes { get; init; } = 64 * 1024;

    /// <summary>Maximum number of CONTINUATION frames after one HEADERS (CVE-2024-27316). Default 32.</summary>
    public int MaxContinuationFrames { get; init; } = 32;

    /// <summary>Maximum number of resets per second: RST_STREAM received (rapid reset, CVE-2023-44487), and RST_STREAM sent because of the
    /// peer, including refused streams ("MadeYouReset", CVE-2025-8671). Default 1,000.</summary>
    public int MaxResetsPerSecond { get; init; } = 1000;

    /// <summary>Maximum number of resets per minute, counted as <see cref="MaxResetsPerSecond"/>, in addition to one for each stream that
    /// completes. Default 6,000.</summary>
    public int MaxResetsPerMinute { get; init; } = 6000;

    /// <summary>Maximum number of PING frames per second, in addition to one for each DATA frame sent, which allows bandwidth probes.
    /// Default 500.</summary>
    public int MaxPingsPerSecond { get; init; } = 500;

    /// <summary>Maximum number of SETTINGS frames per second. Default 100.</summary>
    public int MaxSettingsPerSecond { get; init; } = 100;

    /// <summary>Maximum number of frames without effect per second: empty DATA without END_STREAM, empty HEADERS or CONTINUATION without
    /// END_HEADERS, and interim responses (1xx). Default 100.</summary>
    public int MaxEmptyFramesPerSecond { get; init; } = 100;

    /// <summary>Maximum number of WINDOW_UPDATE frames below <see cref="TinyWindowUpdate"/> per second, in addition to ten for each DATA
    /// frame sent. Default 1,000.</summary>
    public int MaxTinyWindowUpdatesPerSecond { get; init; } = 1000;

    /// <summary>Increment in bytes below which a WINDOW_UPDATE is counted. Default 1 KiB.</summary>
    public int TinyWindowUpdate { get; init; } = 1024;

    /// <summary>Maximum number of ignored frames per second: PRIORITY, unknown types, GOAWAY after the first, and frames on closed streams,
    /// in addition to three for each stream that this side reset. DATA on a stream that this side reset is not counted as far as the
    /// stream's window had room for it: it can have been on its way. DATA with END_STREAM is counted. Default 1,000.</summary>
    public int MaxIgnoredFramesPerSecond { get; init; } = 1000;

    /// <summary>Maximum number of buffered output bytes for a peer that sends and does not read: acknowledgements of PING and SETTINGS,
    /// RST_STREAM and field blocks. DATA stops at <see cref="Http2Options.MaxBufferedOutput"/>. Default 1 MiB.</summary>
    public int MaxPendingOutputBytes { get; init; } = 1024 * 1024;

    /// <summary>Number of closed streams that are recorded to distinguish late frames from invalid ones. Frames of older streams are
    /// ignored. Default 256.</summary>
    public int MaxRememberedStreams { get; init; } = 256;
}

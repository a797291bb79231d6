namespace Fathom.Wire.Http2;

/// <summary>
/// What a connection bears from its peer before it answers GOAWAY with ENHANCE_YOUR_CALM (RFC 9113 section 10.5), unless said otherwise.
/// "Per second" is counted in windows of one second from the first event. Size and rate together bound the memory and the work one peer can
/// cause.
/// </summary>
public sealed record Http2Limits
{
    /// <summary>Default limits.</summary>
    public static Http2Limits Default { get; } = new();

    /// <summary>
    /// Largest field list in bytes, names and values and 32 for each field, announced as SETTINGS_MAX_HEADER_LIST_SIZE. A longer one costs
    /// its stream only: RST_STREAM ENHANCE_YOUR_CALM. Bounds what an HPACK bomb can make of a few bytes. Default 32,768, as Kestrel's.
    /// </summary>
    public int MaxHeaderListSize { get; init; } = 32 * 1024;

    /// <summary>Dynamic table kept for decoding, in bytes, announced as SETTINGS_HEADER_TABLE_SIZE. Default 4,096.</summary>
    public int MaxHeaderTableSize { get; init; } = 4096;

    /// <summary>Bytes of one field block as sent, HEADERS and CONTINUATION together. Default 65,536.</summary>
    public int MaxHeaderBlockBytes { get; init; } = 64 * 1024;

    /// <summary>CONTINUATION frames after one HEADERS (CVE-2024-27316). Default 32.</summary>
    public int MaxContinuationFrames { get; init; } = 32;

    /// <summary>
    /// Streams reset per second: RST_STREAM received (rapid reset, CVE-2023-44487) and sent because of what the peer did, refused streams
    /// included ("MadeYouReset", CVE-2025-8671). Default 1,000.
    /// </summary>
    public int MaxResetsPerSecond { get; init; } = 1000;

    /// <summary>PING received per second, beyond one for each DATA frame sent (some peers probe bandwidth with each). Default
    /// 500.</summary>
    public int MaxPingsPerSecond { get; init; } = 500;

    /// <summary>SETTINGS received per second. Default 100.</summary>
    public int MaxSettingsPerSecond { get; init; } = 100;

    /// <summary>
    /// DATA without bytes and without END_STREAM, HEADERS or CONTINUATION that are empty and do not end, and interim responses (1xx), of
    /// which a server may send any number, per second. Default 100.
    /// </summary>
    public int MaxEmptyFramesPerSecond { get; init; } = 100;

    /// <summary>WINDOW_UPDATE of less than <see cref="TinyWindowUpdate"/> per second, beyond ten for each DATA frame sent. Default
    /// 1,000.</summary>
    public int MaxTinyWindowUpdatesPerSecond { get; init; } = 1000;

    /// <summary>The increment, in bytes, below which a WINDOW_UPDATE is counted. Default 1,024.</summary>
    public int TinyWindowUpdate { get; init; } = 1024;

    /// <summary>
    /// Frames per second that are read only to be ignored: PRIORITY, unknown types, frames on closed streams beyond three for each that the
    /// transport reset. Default 1,000.
    /// </summary>
    public int MaxIgnoredFramesPerSecond { get; init; } = 1000;

    /// <summary>
    /// Bytes waiting to be sent when more arrives from a peer that does not read: replies to PING and SETTINGS, RST_STREAM, field blocks.
    /// Bytes of DATA stop long before (<see cref="Http2Options.MaxBufferedOutput"/>). Default 1,048,576.
    /// </summary>
    public int MaxPendingOutputBytes { get; init; } = 1024 * 1024;

    /// <summary>Closed streams remembered so that late frames are told from wrong ones; beyond, late frames are ignored. Default
    /// 256.</summary>
    public int MaxRememberedStreams { get; init; } = 256;
}

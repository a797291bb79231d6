namespace Fathom.Wire.Http2.Framing;

/// <summary>Bits of a frame's flags (RFC 9113 section 6); which apply depends on the type, and others are ignored.</summary>
internal static class FrameFlag
{
    /// <summary>The last frame of its side of the stream (DATA, HEADERS).</summary>
    public const byte EndStream = 0x1;

    /// <summary>An acknowledgement (SETTINGS, PING); the same bit as <see cref="EndStream"/>.</summary>
    public const byte Ack = 0x1;

    /// <summary>The field block ends here (HEADERS, CONTINUATION).</summary>
    public const byte EndHeaders = 0x4;

    /// <summary>Padded (DATA, HEADERS).</summary>
    public const byte Padded = 0x8;

    /// <summary>Holds deprecated priority fields (HEADERS).</summary>
    public const byte Priority = 0x20;
}

namespace Fathom.Wire.Http2.Framing;

/// <summary>Flags of a frame header (RFC 9113 section 6). Their meaning depends on the frame type; undefined flags are ignored.</summary>
internal static class FrameFlag
{
    /// <summary>The last frame that the sender sends on the stream (DATA, HEADERS).</summary>
    public const byte EndStream = 0x1;

    /// <summary>An acknowledgement (SETTINGS, PING); the same bit as <see cref="EndStream"/>.</summary>
    public const byte Ack = 0x1;

    /// <summary>The frame ends the field block (HEADERS, CONTINUATION).</summary>
    public const byte EndHeaders = 0x4;

    /// <summary>The frame has padding (DATA, HEADERS).</summary>
    public const byte Padded = 0x8;

    /// <summary>The frame has the deprecated priority fields (HEADERS).</summary>
    public const byte Priority = 0x20;
}

namespace Fathom.Wire.Http2.Framing;

/// <summary>Removes padding and priority fields from a payload (RFC 9113 sections 6.1 and 6.2).</summary>
internal static class Padding
{
    /// <summary>Reduces <paramref name="payload"/> to the data of a DATA frame or the field block fragment of a HEADERS frame.</summary>
    /// <returns>The violation, or <see cref="Http2Fault.None"/>.</returns>
    public static Http2Fault Strip(in FrameHeader header, ref ReadOnlySpan<byte> payload)
    {
        if ((header.Flags & (FrameFlag.Padded | FrameFlag.Priority)) == 0)
        {
            return Http2Fault.None;
        }

        var padding = 0;
        if (header.Has(FrameFlag.Padded))
        {
            if (payload.Length < 1)
            {
                return Http2Fault.Connection(Http2ErrorCode.FrameSizeError, "4.2: a padded frame without its pad length");
            }

            padding = payload[0];
            payload = payload[1..];
        }

        if (header.Type == Http2FrameType.Headers && header.Has(FrameFlag.Priority))
        {
            if (payload.Length < 5)
            {
                return Http2Fault.Connection(Http2ErrorCode.FrameSizeError,
                    "4.2: HEADERS without the priority fields that its flags announce");
            }

            payload = payload[5..];
        }

        if (padding > payload.Length)
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "6.1: padding is as long as the payload or longer");
        }

        payload = payload[..^padding];
        return Http2Fault.None;
    }
}

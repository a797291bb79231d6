using System.Buffers.Binary;
using System.Text;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>A frame that was received; of DATA the bytes are not kept.</summary>
internal sealed record RawFrame(FrameHeader Header, byte[] Payload)
{
    /// <summary>The error code of RST_STREAM or GOAWAY.</summary>
    public Http2ErrorCode Code =>
        (Http2ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(Payload.AsSpan(Header.Type == Http2FrameType.GoAway ? 4 : 0));

    /// <summary>What GOAWAY says beside its code.</summary>
    public string Reason => Encoding.ASCII.GetString(Payload.AsSpan(8));
}

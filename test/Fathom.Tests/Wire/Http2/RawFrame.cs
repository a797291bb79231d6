using System.Buffers.Binary;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>A frame an engine sent.</summary>
internal sealed record RawFrame(FrameHeader Header, byte[] Payload)
{
    public Http2FrameType Type => Header.Type;

    public int StreamId => Header.StreamId;

    public Http2ErrorCode Code(int at) => (Http2ErrorCode)Number(at);

    public uint Number(int at) => BinaryPrimitives.ReadUInt32BigEndian(Payload.AsSpan(at));

    public override string ToString() => $"{Header.Type} {Header.StreamId} flags {Header.Flags:x} length {Header.Length}";
}

internal static class RawFrameExtensions
{
    public static List<RawFrame> ShouldNotBeEmptyList(this List<RawFrame> frames)
    {
        frames.ShouldNotBeEmpty("the engine sent nothing");
        return frames;
    }
}

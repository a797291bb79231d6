using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Frames that a <see cref="RawConnection"/> collects for its next flush.</summary>
internal static class RawConnectionFrames
{
    public static RawConnection Frame(this RawConnection peer, Http2FrameType type, byte flags, int streamId,
        params ReadOnlySpan<byte> payload)
    {
        Span<byte> header = stackalloc byte[FrameHeader.Size];
        new FrameHeader(payload.Length, type, flags, streamId).Write(header);
        return peer.Bytes(header).Bytes(payload);
    }

    public static RawConnection Settings(this RawConnection peer, params ReadOnlySpan<(Http2SettingId Id, uint Value)> rows)
    {
        using var output = new OutputBuffer();
        new FrameWriter(output).Settings(rows);
        return peer.Bytes(output.Front.Span);
    }

    public static RawConnection WindowUpdate(this RawConnection peer, int streamId, int increment)
    {
        using var output = new OutputBuffer();
        new FrameWriter(output).WindowUpdate(streamId, increment);
        return peer.Bytes(output.Front.Span);
    }

    public static RawConnection Reset(this RawConnection peer, int streamId) =>
        peer.Frame(Http2FrameType.RstStream, 0, streamId, 0, 0, 0, (byte)Http2ErrorCode.Cancel);

    public static RawConnection Ping(this RawConnection peer, byte number) =>
        peer.Frame(Http2FrameType.Ping, 0, 0, number, 0, 0, 0, 0, 0, 0, 0);

    public static RawConnection Request(this RawConnection peer, int streamId, string path, bool endStream = false,
        params IEnumerable<(string Name, string Value)> more) =>
        peer.Frame(Http2FrameType.Headers, (byte)(FrameFlag.EndHeaders | (endStream ? FrameFlag.EndStream : 0)), streamId,
            GrpcBytes.RequestBlock(path, more));

    /// <summary>DATA in as many frames as it takes.</summary>
    public static RawConnection Data(this RawConnection peer, int streamId, ReadOnlySpan<byte> bytes, bool endStream = false,
        int frameSize = SettingsPayload.SmallestMaxFrameSize)
    {
        do
        {
            var part = bytes[..Math.Min(frameSize, bytes.Length)];
            bytes = bytes[part.Length..];
            peer.Frame(Http2FrameType.Data, bytes.IsEmpty && endStream ? FrameFlag.EndStream : (byte)0, streamId, part);
        }
        while (!bytes.IsEmpty);

        return peer;
    }
}

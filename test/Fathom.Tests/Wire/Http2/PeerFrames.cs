using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Frames that a peer sends.</summary>
internal static class PeerFrames
{
    /// <summary>HEADERS with END_HEADERS; fields are "name=value", the first "=" parts them.</summary>
    public static RawPeer Headers(this RawPeer peer, int streamId, bool endStream, params string[] fields) =>
        peer.Frame(Http2FrameType.Headers, (byte)(FrameFlag.EndHeaders | (endStream ? FrameFlag.EndStream : 0)), streamId,
            peer.Block(fields));

    /// <summary>A well-formed request.</summary>
    public static RawPeer Request(this RawPeer peer, int streamId, bool endStream = false, params string[] more) =>
        peer.Headers(streamId, endStream, [":method=POST", ":scheme=http", ":path=/p.S/M", ":authority=a", .. more]);

    /// <summary>Begins a request; as a server, the response to a request that the engine begins.</summary>
    public static RawPeer Begin(this RawPeer peer, int streamId)
    {
        if (peer.PlaysClient)
        {
            return peer.Request(streamId);
        }

        var fields = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8).Add(":path"u8, "/"u8);
        peer.Engine.TryOpenStream(null, fields, endStream: false).ShouldNotBeNull().Id.ShouldBe(streamId);
        return peer.Headers(streamId, false, ":status=200");
    }

    public static RawPeer Data(this RawPeer peer, int streamId, int length, bool endStream = false) =>
        peer.Frame(Http2FrameType.Data, endStream ? FrameFlag.EndStream : (byte)0, streamId, new byte[length]);

    public static RawPeer Settings(this RawPeer peer, params (Http2SettingId Id, uint Value)[] rows)
    {
        var payload = new List<byte>();
        foreach (var (id, value) in rows)
        {
            payload.AddRange([0, (byte)id, .. RawPeer.UInt32(value)]);
        }

        return peer.Frame(Http2FrameType.Settings, 0, 0, [.. payload]);
    }

    public static RawPeer WindowUpdate(this RawPeer peer, int streamId, uint increment) =>
        peer.Frame(Http2FrameType.WindowUpdate, 0, streamId, RawPeer.UInt32(increment));

    public static RawPeer Rst(this RawPeer peer, int streamId, Http2ErrorCode code) =>
        peer.Frame(Http2FrameType.RstStream, 0, streamId, RawPeer.UInt32((uint)code));
}

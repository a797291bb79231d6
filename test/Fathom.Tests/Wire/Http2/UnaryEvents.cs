using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Answers each request with fields, a message and trailers; gives every stream back.</summary>
internal sealed class UnaryEvents : IHttp2Events
{
    private static readonly HeaderTemplate Response = new(
        new HeaderList().Add(":status"u8, "200"u8).Add("content-type"u8, "application/grpc"u8));
    private static readonly HeaderTemplate Trailers = new(new HeaderList().Add("grpc-status"u8, "0"u8));
    private static readonly byte[] Message = new byte[105];

    public Http2Connection Engine { get; set; } = null!;

    public int Completed { get; private set; }

    public void OnStreamOpened(Http2Stream stream)
    {
    }

    public void OnHeader(Http2Stream stream, in HeaderField field)
    {
    }

    public void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
    }

    public void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Engine.Consume(stream, data.Length);
        if (endStream && Engine.Role == Http2Role.Server)
        {
            Engine.WriteHeaders(stream, Response, null, endStream: false);
            Engine.TryWriteData(stream, Message, endStream: false);
            Engine.WriteHeaders(stream, Trailers, null, endStream: true);
        }
    }

    public void OnWritable(Http2Stream stream)
    {
    }

    public void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        Completed += outcome.Kind == Http2StreamEndKind.Completed ? 1 : 0;
        Engine.Recycle(stream);
    }

    public void OnPeerSettings(in Http2Settings settings)
    {
    }

    public void OnPingAck(ulong opaque)
    {
    }

    public void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    public void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
    }
}

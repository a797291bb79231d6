using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Answers each request with fields, a message and trailers; gives every stream back.</summary>
internal sealed class UnaryEvents : SilentEvents
{
    private static readonly HeaderTemplate Response = new(
        new HeaderList().Add(":status"u8, "200"u8).Add("content-type"u8, "application/grpc"u8));
    private static readonly HeaderTemplate Trailers = new(new HeaderList().Add("grpc-status"u8, "0"u8));
    private static readonly byte[] Message = new byte[105];

    public Http2Connection Engine { get; set; } = null!;

    public int Completed { get; private set; }

    public override void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Engine.Consume(stream, data.Length);
        if (endStream && Engine.Role == Http2Role.Server)
        {
            Engine.WriteHeaders(stream, Response, null, endStream: false);
            Engine.TryWriteData(stream, Message, endStream: false);
            Engine.WriteHeaders(stream, Trailers, null, endStream: true);
        }
    }

    public override void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
        Completed += outcome.Kind == Http2StreamEndKind.Completed ? 1 : 0;
        Engine.Recycle(stream);
    }
}

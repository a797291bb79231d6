using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Fuzz.Targets;

/// <summary>Consumes data at once, and answers each whole request with more than one frame holds.</summary>
internal sealed class AnsweringEvents : IHttp2Events
{
    private static readonly byte[] Body = new byte[40_000];
    private static readonly HeaderList Response = new HeaderList().Add(":status"u8, "200"u8);

    public Http2Connection? Engine { get; set; }

    public int Opened { get; set; }

    public int Closed { get; private set; }

    public int ConnectionEnds { get; private set; }

    public void OnStreamOpened(Http2Stream stream) => Opened++;

    public void OnHeader(Http2Stream stream, in HeaderField field)
    {
    }

    public void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream) => Respond(stream, endStream);

    public void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        Engine!.Consume(stream, data.Length);
        Respond(stream, endStream);
    }

    public void OnWritable(Http2Stream stream) => Write(stream);

    public void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome) => Closed++;

    public void OnPeerSettings(in Http2Settings settings)
    {
    }

    public void OnPingAck(ulong opaque)
    {
    }

    public void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    public void OnConnectionEnded(Http2ConnectionEnd outcome) => ConnectionEnds++;

    private void Respond(Http2Stream stream, bool endStream)
    {
        if (endStream && Engine!.Role == Http2Role.Server && stream.CanSend)
        {
            stream.Tag = 0;
            Engine.WriteHeaders(stream, null, Response, endStream: false);
            Write(stream);
        }
    }

    private void Write(Http2Stream stream)
    {
        if (stream is { CanSend: true, Tag: int sent })
        {
            stream.Tag = sent + Engine!.TryWriteData(stream, Body.AsSpan(sent), endStream: true);
        }
    }
}

using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire;

/// <summary>Does nothing with what an engine reports.</summary>
internal abstract class SilentEvents : IHttp2Events
{
    public virtual void OnStreamOpened(Http2Stream stream)
    {
    }

    public virtual void OnHeader(Http2Stream stream, in HeaderField field)
    {
    }

    public virtual void OnHeadersEnd(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
    }

    public virtual void OnData(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
    }

    public virtual void OnWritable(Http2Stream stream)
    {
    }

    public virtual void OnStreamClosed(Http2Stream stream, Http2StreamEnd outcome)
    {
    }

    public virtual void OnPeerSettings(in Http2Settings settings)
    {
    }

    public virtual void OnPingAck(ulong opaque)
    {
    }

    public virtual void OnGoAway(int lastStreamId, Http2ErrorCode code, ReadOnlySpan<byte> debug)
    {
    }

    public virtual void OnConnectionEnded(Http2ConnectionEnd outcome)
    {
    }
}

using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>
/// Processes HEADERS and CONTINUATION: new requests, responses, trailers, and late frames (RFC 9113 sections 5.1, 6.2, 6.10 and 8.1). Owned
/// by one connection.
/// </summary>
internal sealed class HeadersReceiver(
    bool isServer, Http2Options options, StreamTable streams, ShutdownState shutdown, FieldBlockReader fields, StreamCloser closer,
        FloodGuard guard,
    StreamWindows windows, IHttp2Events events)
{
    private readonly FieldBlockAssembler _assembly = new(options.Limits);

    /// <summary>The stream whose field block is incomplete, or 0. Only its CONTINUATION can follow.</summary>
    public int IncompleteStreamId => _assembly.StreamId;

    /// <summary>The memory held for the incomplete block, in bytes.</summary>
    public int AllocatedBytes => _assembly.AllocatedBytes;

    public Http2Fault OnHeaders(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var fault = Padding.Strip(header, ref payload);
        if (!fault.IsNone)
        {
            return fault;
        }

        var endStream = header.Has(FrameFlag.EndStream);
        if (header.Has(FrameFlag.EndHeaders))
        {
            return payload.Length > options.Limits.MaxHeaderBlockBytes
                ? Http2Fault.LimitExceeded(nameof(Http2Limits.MaxHeaderBlockBytes))
                : OnBlock(header.StreamId, endStream, payload, now);
        }

        fault = _assembly.Begin(header.StreamId, endStream, payload);
        return fault.IsNone && payload.IsEmpty ? guard.OnEmptyFrame(now) : fault;
    }

    public Http2Fault OnContinuation(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var fault = _assembly.Continue(payload);
        if (!fault.IsNone)
        {
            return fault;
        }

        if (!header.Has(FrameFlag.EndHeaders))
        {
            return payload.IsEmpty ? guard.OnEmptyFrame(now) : Http2Fault.None;
        }

        fault = OnBlock(_assembly.StreamId, _assembly.EndStream, _assembly.Block, now);
        _assembly.Release();
        return fault;
    }

    public void Release() => _assembly.Release();

    private Http2Fault OnBlock(int id, bool endStream, ReadOnlySpan<byte> block, long now)
    {
        if (streams.TryGet(id, out var stream))
        {
            return OnMessage(stream, endStream, block, now);
        }

        return isServer && (id & 1) == 1 && streams.IsIdle(id) ? OnNewStream(id, endStream, block, now) : OnClosedStream(id, block, now);
    }

    private Http2Fault OnNewStream(int id, bool endStream, ReadOnlySpan<byte> block, long now)
    {
        streams.OnPeerOpened(id);
        if (!shutdown.Accepts(id))
        {
            streams.AddReset(id, windows.Receive);
            return OnClosedStream(id, block, now);
        }

        if (streams.Count >= options.MaxConcurrentStreams)
        {
            // Its DATA can be on its way as well.
            streams.AddReset(id, windows.Receive);
            return FirstFault(fields.Discard(block), Http2Fault.Stream(
                Http2ErrorCode.RefusedStream, "5.1.2: more streams than SETTINGS_MAX_CONCURRENT_STREAMS"));
        }

        var stream = streams.Open(id, windows.Send, windows.Receive);
        events.OnStreamOpened(stream);
        return stream.Id == id && stream.CanReceive ? OnMessage(stream, endStream, block, now) : fields.Discard(block);
    }

    private Http2Fault OnClosedStream(int id, ReadOnlySpan<byte> block, long now)
    {
        var fault = ClosedStreamRules.Check(streams, id);
        if (!fault.IsNone)
        {
            return fault;
        }

        fault = fields.Discard(block);
        return fault.IsNone ? guard.OnIgnoredFrame(now) : fault;
    }

    private Http2Fault OnMessage(Http2Stream stream, bool endStream, ReadOnlySpan<byte> block, long now)
    {
        var isTrailers = stream.HeadersReceived;
        if (!stream.CanReceive)
        {
            return FirstFault(fields.Discard(block), Http2Fault.Stream(Http2ErrorCode.StreamClosed, "5.1: HEADERS after END_STREAM"));
        }

        if (isTrailers && !endStream)
        {
            return FirstFault(fields.Discard(block), Http2Fault.Stream(Http2ErrorCode.ProtocolError, "8.1: trailers without END_STREAM"));
        }

        var id = stream.Id;
        var fault = fields.Read(block, stream, isServer, isTrailers);
        if (!fault.IsNone || stream.Id != id || !stream.CanReceive)
        {
            return fault;
        }

        if (isTrailers)
        {
            return Deliver(stream, FieldBlockKind.Trailers, endStream);
        }

        var status = fields.Message.Status;
        if (status is >= 100 and < 200)
        {
            fault = guard.OnEmptyFrame(now);
            return fault.IsNone ? Deliver(stream, FieldBlockKind.Informational, endStream) : fault;
        }

        stream.HeadersReceived = true;
        stream.ContentLength.Declare(stream.IsHeadRequest || status == 304 ? -1 : fields.Message.ContentLength);
        return Deliver(stream, isServer ? FieldBlockKind.Request : FieldBlockKind.Response, endStream);
    }

    private Http2Fault Deliver(Http2Stream stream, FieldBlockKind kind, bool endStream)
    {
        if (endStream && kind == FieldBlockKind.Informational)
        {
            return Http2Fault.Stream(Http2ErrorCode.ProtocolError, "8.1: interim response with END_STREAM");
        }

        if (endStream && !stream.ContentLength.Accept(0, true))
        {
            return Http2Fault.Stream(Http2ErrorCode.ProtocolError, "8.1.1: content-length is not the length of the content");
        }

        if (endStream)
        {
            stream.CloseRemote();
        }

        // A handler of the event can end the stream and even return it to the pool.
        var completes = stream.State == Http2StreamState.Closed;
        var id = stream.Id;
        events.OnHeadersEnd(stream, kind, endStream);
        if (completes && stream.Id == id)
        {
            closer.Complete(stream);
        }

        return Http2Fault.None;
    }

    // A decoding error takes precedence, because it ends the connection.
    private static Http2Fault FirstFault(Http2Fault decoding, Http2Fault otherwise) => decoding.IsNone ? otherwise : decoding;
}

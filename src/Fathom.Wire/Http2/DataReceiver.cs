using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Processes DATA: checks both windows and the declared length, and delivers the data (RFC 9113 sections 6.1, 6.9 and 8.1.1).
/// Owned by one connection.</summary>
internal sealed class DataReceiver(
    StreamTable streams, ConnectionReceiveWindow credit, FrameWriter writer, StreamCloser closer, FloodGuard guard, IHttp2Events events)
{
    public Http2Fault OnData(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var size = payload.Length;
        var fault = Padding.Strip(header, ref payload);
        if (!fault.IsNone)
        {
            return fault;
        }

        if (!credit.TryReceive(size))
        {
            return Http2Fault.Connection(Http2ErrorCode.FlowControlError, "6.9: DATA beyond the connection's window");
        }

        var endStream = header.Has(FrameFlag.EndStream);
        if (payload.IsEmpty && !endStream)
        {
            fault = guard.OnEmptyFrame(now);
        }

        if (!fault.IsNone || !streams.TryGet(header.StreamId, out var stream))
        {
            credit.Consume(size);
            return fault.IsNone ? OnLateData(header.StreamId, size, endStream, now) : fault;
        }

        fault = Validate(stream, size, payload.Length, endStream);
        if (!fault.IsNone)
        {
            credit.Consume(size);
            return fault;
        }

        Consume(stream, size - payload.Length);
        Deliver(stream, payload, endStream);
        return Http2Fault.None;
    }

    /// <summary>Grants credit for consumed bytes. The stream gets credit only while the peer can send on it.</summary>
    public void Consume(Http2Stream stream, int bytes)
    {
        bytes = Math.Min(bytes, stream.ReceiveWindow.Unconsumed);
        if (bytes <= 0)
        {
            return;
        }

        if (stream.CanReceive)
        {
            SendWindowUpdate(stream, stream.ReceiveWindow.Consume(bytes));
        }
        else
        {
            stream.ReceiveWindow.ConsumeWithoutCredit(bytes);
        }

        credit.Consume(bytes);
    }

    public void SetWindowTarget(Http2Stream stream, int target)
    {
        if (stream.CanReceive)
        {
            SendWindowUpdate(stream, stream.ReceiveWindow.SetTarget(target));
        }
    }

    // What was on its way when the stream was reset is bounded by its window, and ends once. All else is sent for nothing.
    private Http2Fault OnLateData(int id, int size, bool endStream, long now)
    {
        var fault = ClosedStreamRules.Check(streams, id);
        return !fault.IsNone || (streams.TryTakeLate(id, size) && !endStream) ? fault : guard.OnIgnoredFrame(now);
    }

    private static Http2Fault Validate(Http2Stream stream, int size, int length, bool endStream)
    {
        if (!stream.CanReceive)
        {
            return Http2Fault.Stream(Http2ErrorCode.StreamClosed, "5.1: DATA after END_STREAM");
        }

        if (!stream.HeadersReceived)
        {
            return Http2Fault.Stream(Http2ErrorCode.ProtocolError, "8.1: DATA before the header section");
        }

        if (!stream.ContentLength.Accept(length, endStream))
        {
            return Http2Fault.Stream(Http2ErrorCode.ProtocolError, "8.1.1: content-length is not the length of the content");
        }

        return stream.ReceiveWindow.TryReceive(size)
            ? Http2Fault.None
            : Http2Fault.Stream(Http2ErrorCode.FlowControlError, "6.9: DATA beyond the stream's window");
    }

    private void Deliver(Http2Stream stream, ReadOnlySpan<byte> data, bool endStream)
    {
        if (endStream)
        {
            stream.CloseRemote();
        }
        else if (data.IsEmpty)
        {
            return;
        }

        // A handler of the event can end the stream and even return it to the pool.
        var completes = stream.State == Http2StreamState.Closed;
        var id = stream.Id;
        events.OnData(stream, data, endStream);
        if (completes && stream.Id == id)
        {
            closer.Complete(stream);
        }
    }

    private void SendWindowUpdate(Http2Stream stream, int increment)
    {
        if (increment > 0)
        {
            writer.WindowUpdate(stream.Id, increment);
        }
    }
}

namespace Fathom.Wire.Http2.Streams;

/// <summary>Closes a stream exactly once: removes it from the table and the send queue, credits its bytes to the connection window and
/// notifies the transport.</summary>
internal sealed class StreamCloser(StreamTable streams, SendQueue waiting, ConnectionReceiveWindow credit, FloodGuard guard,
    IHttp2Events events)
{
    public void Close(Http2Stream stream, Http2StreamEnd outcome)
    {
        if (!streams.Remove(stream))
        {
            return;
        }

        waiting.Remove(stream);
        stream.Close();
        if (outcome.Kind != Http2StreamEndKind.Completed)
        {
            var held = stream.ReceiveWindow.ConsumeAll();
            if (outcome.Kind != Http2StreamEndKind.ConnectionEnded)
            {
                credit.Consume(held);
            }
        }
        else
        {
            guard.OnStreamCompleted();
        }

        events.OnStreamClosed(stream, outcome);
    }

    public void Complete(Http2Stream stream) => Close(stream, new Http2StreamEnd(Http2StreamEndKind.Completed, Http2ErrorCode.NoError));
}

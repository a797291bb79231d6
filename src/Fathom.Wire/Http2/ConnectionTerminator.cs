using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Terminates streams with RST_STREAM, and the connection, once, with or without GOAWAY (RFC 9113 section 5.4). Owned by one
/// connection.</summary>
internal sealed class ConnectionTerminator(StreamTable streams, StreamCloser closer, ShutdownState shutdown, FloodGuard guard,
    FrameWriter writer, OutputBuffer output, Http2Limits limits, IHttp2Events events)
{
    public bool IsEnded => Outcome is not null;

    /// <summary>How the connection ended, set before its streams are closed; null while it is open.</summary>
    public Http2ConnectionEnd? Outcome { get; private set; }

    public void ResetStream(Http2Stream stream, Http2StreamEnd outcome)
    {
        writer.RstStream(stream.Id, outcome.Code);
        streams.AddReset(stream.Id, stream.CanReceive ? stream.ReceiveWindow.Available : 0);
        closer.Close(stream, outcome);
    }

    public void ResetUnknown(int streamId, Http2ErrorCode code)
    {
        writer.RstStream(streamId, code);
        streams.AddReset(streamId, window: 0);
    }

    /// <summary>Counts a reset that the peer caused, and ends the connection when there are too many.</summary>
    public void CountReset(long now)
    {
        var excess = guard.OnReset(now);
        if (!excess.IsNone)
        {
            Fail(excess.Code, excess.Reason);
        }
    }

    /// <summary>Ends the connection when more output is buffered than <see cref="Http2Limits.MaxPendingOutputBytes"/>. Flow control does
    /// not limit field blocks and acknowledgements.</summary>
    public void LimitOutput()
    {
        if (output.Length > limits.MaxPendingOutputBytes)
        {
            Fail(Http2ErrorCode.EnhanceYourCalm, nameof(Http2Limits.MaxPendingOutputBytes));
        }
    }

    /// <summary>Closes streams of which the peer has not sent all, because no more can come.</summary>
    /// <returns>Whether there is anything left to send, now or later.</returns>
    public bool EndIncomplete()
    {
        foreach (var stream in streams.Snapshot())
        {
            if (stream.CanReceive)
            {
                closer.Close(stream, new Http2StreamEnd(Http2StreamEndKind.ConnectionEnded, Http2ErrorCode.NoError));
            }
        }

        return !IsEnded && (streams.Count > 0 || output.Length > 0);
    }

    public void Fail(Http2ErrorCode code, string reason)
    {
        if (IsEnded)
        {
            return;
        }

        writer.GoAway(shutdown.IsCompleted ? shutdown.LastStreamId : streams.LastPeerStreamId, code,
            System.Text.Encoding.ASCII.GetBytes(reason));
        End(new Http2ConnectionEnd(false, code, reason));
    }

    public void End(Http2ConnectionEnd outcome)
    {
        if (IsEnded)
        {
            return;
        }

        Outcome = outcome;
        foreach (var stream in streams.Snapshot())
        {
            closer.Close(stream, new Http2StreamEnd(Http2StreamEndKind.ConnectionEnded, outcome.Code));
        }

        events.OnConnectionEnded(outcome);
    }
}

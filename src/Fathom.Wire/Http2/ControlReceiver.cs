using System.Buffers.Binary;
using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Processes RST_STREAM, PING, GOAWAY and WINDOW_UPDATE (RFC 9113 sections 6.4 and 6.7 to 6.9). Owned by one connection.</summary>
internal sealed class ControlReceiver(
    bool isServer, StreamTable streams, DataSender sender, StreamCloser closer, ShutdownState shutdown, FloodGuard guard,
        FrameWriter writer, IHttp2Events events)
{
    public Http2Fault OnRstStream(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        if (streams.IsIdle(header.StreamId))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "6.4: RST_STREAM on an idle stream");
        }

        if (!streams.TryGet(header.StreamId, out var stream))
        {
            return guard.OnIgnoredFrame(now);
        }

        // Resets by a server are not limited: the client decides how many streams it opens.
        var fault = isServer ? guard.OnReset(now) : Http2Fault.None;
        closer.Close(stream, new Http2StreamEnd(Http2StreamEndKind.ResetByPeer,
            (Http2ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(payload)));
        return fault;
    }

    public Http2Fault OnPing(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var opaque = BinaryPrimitives.ReadUInt64BigEndian(payload);
        if (!header.Has(FrameFlag.Ack))
        {
            writer.Ping(opaque, true);
            return guard.OnPing(now);
        }

        if (opaque == ShutdownState.RoundTripPing && shutdown.IsStarted)
        {
            CompleteShutdown();
        }
        else
        {
            events.OnPingAck(opaque);
        }

        return guard.OnPingAck(now);
    }

    public Http2Fault OnGoAway(ReadOnlySpan<byte> payload, long now)
    {
        var (isFirst, before) = (!shutdown.PeerStarted, shutdown.PeerLastStreamId);
        var last = (int)(BinaryPrimitives.ReadUInt32BigEndian(payload) & 0x7fff_ffff);
        var fault = shutdown.OnPeerGoAway(last);
        if (!fault.IsNone)
        {
            return fault;
        }

        events.OnGoAway(last, (Http2ErrorCode)BinaryPrimitives.ReadUInt32BigEndian(payload[4..]), payload[8..]);

        // A look at all streams, for 17 bytes.
        if (!isServer && last < before)
        {
            RefuseAbove(last);
        }

        return isFirst ? Http2Fault.None : guard.OnIgnoredFrame(now);
    }

    public Http2Fault OnWindowUpdate(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var increment = (int)(BinaryPrimitives.ReadUInt32BigEndian(payload) & 0x7fff_ffff);
        if (header.StreamId == 0)
        {
            return increment == 0 ? Http2Fault.Connection(Http2ErrorCode.ProtocolError, "6.9: WINDOW_UPDATE of 0 for the connection")
                : sender.TryIncreaseWindow(increment) ? guard.OnWindowUpdate(increment, now)
                : Http2Fault.Connection(Http2ErrorCode.FlowControlError, "6.9.1: the connection's window exceeds 2^31-1");
        }

        if (streams.IsIdle(header.StreamId))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "5.1: WINDOW_UPDATE on an idle stream");
        }

        // WINDOW_UPDATE on closed streams is common; it is limited like tiny increments.
        if (!streams.TryGet(header.StreamId, out var stream))
        {
            return guard.OnWindowUpdate(0, now);
        }

        if (increment == 0)
        {
            return Http2Fault.Stream(Http2ErrorCode.ProtocolError, "6.9: WINDOW_UPDATE of 0");
        }

        if (!stream.SendWindow.TryAdjust(increment))
        {
            return Http2Fault.Stream(Http2ErrorCode.FlowControlError, "6.9.1: the stream's window exceeds 2^31-1");
        }

        sender.OnStreamWindowIncreased(stream);
        return guard.OnWindowUpdate(increment, now);
    }

    /// <summary>Starts a graceful shutdown. A server announces GOAWAY with the highest stream identifier and waits for a PING round
    /// trip.</summary>
    public void BeginShutdown()
    {
        if (!shutdown.Start())
        {
            return;
        }

        if (!isServer)
        {
            CompleteShutdown();
            return;
        }

        writer.GoAway(int.MaxValue, Http2ErrorCode.NoError, default);
        SendPing(ShutdownState.RoundTripPing);
    }

    /// <summary>Sends PING; its acknowledgement is awaited.</summary>
    public void SendPing(ulong opaque)
    {
        writer.Ping(opaque, false);
        guard.OnPingSent();
    }

    /// <summary>Sends GOAWAY with the peer's last stream that is processed.</summary>
    public void CompleteShutdown()
    {
        if (shutdown.Complete(streams.LastPeerStreamId))
        {
            writer.GoAway(shutdown.LastStreamId, Http2ErrorCode.NoError, default);
        }
    }

    private void RefuseAbove(int last)
    {
        foreach (var stream in streams.Snapshot())
        {
            if (stream.Id > last)
            {
                streams.AddReset(stream.Id, stream.CanReceive ? stream.ReceiveWindow.Available : 0);
                closer.Close(stream, new Http2StreamEnd(Http2StreamEndKind.RefusedByGoAway, Http2ErrorCode.RefusedStream));
            }
        }
    }
}

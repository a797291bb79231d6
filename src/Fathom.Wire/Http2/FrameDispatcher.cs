using Fathom.Wire.Http2.Framing;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>Splits received bytes into frames, passes each frame to its handler, and sends the error that the handler returns. Owned by one
/// connection.</summary>
internal sealed class FrameDispatcher(
    bool isServer, SettingsExchange settings, HeadersReceiver headers, DataReceiver data, ControlReceiver control, StreamTable streams,
    ConnectionTerminator ending, FloodGuard guard, IHttp2Events events)
{
    private readonly FrameReader _reader = new();
    private ConnectionPreface _preface;

    /// <summary>When the incomplete frame or field block of the peer started, in monotonic milliseconds; null when there is none.</summary>
    public long? IncompleteSince { get; private set; }

    /// <summary>The memory held for an incomplete frame and an incomplete field block, in bytes.</summary>
    public long AllocatedBytes => _reader.BufferedBytes + headers.AllocatedBytes;

    public void Receive(ReadOnlySpan<byte> bytes, long now)
    {
        if (isServer && !ending.IsEnded && !_preface.IsComplete && !_preface.TryConsume(ref bytes))
        {
            ending.Fail(Http2ErrorCode.ProtocolError, "3.4: no connection preface");
        }

        while (!ending.IsEnded && (!isServer || _preface.IsComplete) && TryNext(ref bytes, now))
        {
            ending.LimitOutput();
        }

        if (ending.IsEnded)
        {
            Release();
        }

        IncompleteSince = _reader.IsMidFrame || headers.IncompleteStreamId != 0 ? IncompleteSince ?? now : null;
    }

    /// <summary>Returns the memory of incomplete frames and field blocks to the pool.</summary>
    public void Release()
    {
        _reader.Release();
        headers.Release();
    }

    private bool TryNext(ref ReadOnlySpan<byte> bytes, long now)
    {
        switch (_reader.Read(ref bytes, settings.Local.MaxFrameSize, out var header, out var payload))
        {
            case FrameReadOutcome.NeedMore:
                return false;
            case FrameReadOutcome.TooLarge:
                ending.Fail(Http2ErrorCode.FrameSizeError, "4.2: frame larger than SETTINGS_MAX_FRAME_SIZE");
                return false;
            default:
                var fault = Dispatch(header, payload, now);
                if (headers.IncompleteStreamId == 0)
                {
                    IncompleteSince = null;
                }

                if (!fault.IsNone)
                {
                    HandleFault(fault, header.StreamId, now);
                }

                return true;
        }
    }

    private Http2Fault Dispatch(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var incomplete = headers.IncompleteStreamId;
        if (incomplete != 0 ? header.Type != Http2FrameType.Continuation || header.StreamId != incomplete
            : header.Type == Http2FrameType.Continuation)
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError,
                "6.10: CONTINUATION without a field block, or another frame within a field block");
        }

        // A port of Kestrel that speaks HTTP/1.1 answers a client by GOAWAY (HTTP_1_1_REQUIRED) alone, and its reason helps more than the
        // rule.
        if (!settings.HasPeerSettings && (header.Type != Http2FrameType.Settings || header.Has(FrameFlag.Ack))
            && (isServer || header.Type != Http2FrameType.GoAway))
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "3.4: the first frame is not SETTINGS");
        }

        var fault = FrameRules.Check(header);
        if (!fault.IsNone)
        {
            return fault;
        }

        return header.Type switch
        {
            Http2FrameType.Data => data.OnData(header, payload, now),
            Http2FrameType.Headers => headers.OnHeaders(header, payload, now),
            Http2FrameType.Continuation => headers.OnContinuation(header, payload, now),
            Http2FrameType.RstStream => control.OnRstStream(header, payload, now),
            Http2FrameType.Settings => OnSettings(header, payload, now),
            Http2FrameType.PushPromise => Http2Fault.Connection(
                Http2ErrorCode.ProtocolError,
                    "6.6, 8.4: PUSH_PROMISE from a client, or from a server although push is disabled"),
            Http2FrameType.Ping => control.OnPing(header, payload, now),
            Http2FrameType.GoAway => control.OnGoAway(payload, now),
            Http2FrameType.WindowUpdate => control.OnWindowUpdate(header, payload, now),
            _ => guard.OnIgnoredFrame(now),
        };
    }

    private Http2Fault OnSettings(in FrameHeader header, ReadOnlySpan<byte> payload, long now)
    {
        var isAck = header.Has(FrameFlag.Ack);
        var fault = isAck ? Http2Fault.None : guard.OnSettings(now);
        fault = fault.IsNone ? settings.OnSettings(header, payload) : fault;
        if (fault.IsNone && !isAck)
        {
            events.OnPeerSettings(settings.Peer);
        }

        return fault;
    }

    private void HandleFault(in Http2Fault fault, int streamId, long now)
    {
        if (fault.Scope == Http2FaultScope.Connection)
        {
            ending.Fail(fault.Code, fault.Reason);
            return;
        }

        if (ending.IsEnded)
        {
            return;
        }

        if (streams.TryGet(streamId, out var stream))
        {
            ending.ResetStream(stream, new Http2StreamEnd(Http2StreamEndKind.PeerViolation, fault.Code));
        }
        else if (!streams.IsIdle(streamId))
        {
            ending.ResetUnknown(streamId, fault.Code);
        }

        ending.CountReset(now);
    }
}

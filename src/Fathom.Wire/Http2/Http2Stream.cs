using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>States of a stream (RFC 9113 section 5.1); without push there is no reserved one.</summary>
internal enum Http2StreamState : byte
{
    /// <summary>Not in use: not opened yet, or given back.</summary>
    Idle = 0,
    /// <summary>Both sides may send.</summary>
    Open,
    /// <summary>This side has sent END_STREAM.</summary>
    HalfClosedLocal,
    /// <summary>The peer has sent END_STREAM.</summary>
    HalfClosedRemote,
    /// <summary>Over.</summary>
    Closed,
}

/// <summary>
/// One stream. Owned by its <see cref="Http2Connection"/> from its opening until <see cref="IHttp2Events.OnStreamClosed"/>; after that it
/// belongs to the transport, which may give it back with <see cref="Http2Connection.Recycle"/> once nothing refers to it, or leave it to
/// the garbage collector.
/// </summary>
internal sealed class Http2Stream
{
    internal FlowWindow SendWindow;
    internal ReceiveWindow ReceiveWindow;
    internal ContentLengthCheck ContentLength;

    // Place in the queue of streams that wait to send.
    internal Http2Stream? NextWaiting;
    internal Http2Stream? PreviousWaiting;
    internal bool IsWaiting;
    internal bool WantsToSend;

    internal Http2Stream()
    {
    }

    /// <summary>The stream identifier; 0 where the stream was given back.</summary>
    public int Id { get; private set; }

    /// <summary>The transport's own object for this stream; cleared when the stream is given back.</summary>
    public object? Tag { get; set; }

    /// <summary>The state.</summary>
    public Http2StreamState State { get; private set; }

    /// <summary>Whether header fields or data may be sent.</summary>
    public bool CanSend => State is Http2StreamState.Open or Http2StreamState.HalfClosedRemote;

    /// <summary>Whether the peer may send still.</summary>
    public bool CanReceive => State is Http2StreamState.Open or Http2StreamState.HalfClosedLocal;

    /// <summary>What may be sent on this stream, in bytes; negative where the peer reduced its window. The connection's window limits
    /// too.</summary>
    public int SendWindowAvailable => SendWindow.Available;

    /// <summary>What the peer may send on this stream, in bytes.</summary>
    public int ReceiveWindowAvailable => ReceiveWindow.Available;

    /// <summary>Bytes received and not consumed yet.</summary>
    public int ReceivedUnconsumed => ReceiveWindow.Unconsumed;

    internal bool HeadersReceived { get; set; }

    internal bool HeadersSent { get; set; }

    internal bool IsHeadRequest { get; set; }

    internal void Open(int id, int sendWindow, int receiveWindow)
    {
        Id = id;
        State = Http2StreamState.Open;
        SendWindow = new FlowWindow(sendWindow);
        ReceiveWindow = new ReceiveWindow(receiveWindow);
        ContentLength = default;
        (HeadersReceived, HeadersSent, IsHeadRequest, WantsToSend) = (false, false, false, false);
    }

    internal void CloseLocal() => State = State == Http2StreamState.Open ? Http2StreamState.HalfClosedLocal : Http2StreamState.Closed;

    internal void CloseRemote() => State = State == Http2StreamState.Open ? Http2StreamState.HalfClosedRemote : Http2StreamState.Closed;

    internal void Close() => State = Http2StreamState.Closed;

    internal void Clear() => (Id, Tag, State) = (0, null, Http2StreamState.Idle);
}

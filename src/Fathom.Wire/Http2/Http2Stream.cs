using Fathom.Wire.FlowControl;
using Fathom.Wire.Http2.Streams;

namespace Fathom.Wire.Http2;

/// <summary>States of a stream (RFC 9113 section 5.1), without the reserved states of push.</summary>
internal enum Http2StreamState : byte
{
    /// <summary>Not in use: not opened yet, or returned to the pool.</summary>
    Idle = 0,
    /// <summary>Both sides can send.</summary>
    Open,
    /// <summary>This side has sent END_STREAM.</summary>
    HalfClosedLocal,
    /// <summary>The peer has sent END_STREAM.</summary>
    HalfClosedRemote,
    /// <summary>The stream has ended.</summary>
    Closed,
}

/// <summary>
/// One stream. Owned by its <see cref="Http2Connection"/> until <see cref="IHttp2Events.OnStreamClosed"/>, then by the transport, which can
/// return it with <see cref="Http2Connection.Recycle"/> when nothing refers to it, or leave it to the garbage collector.
/// </summary>
internal sealed class Http2Stream
{
    internal FlowWindow SendWindow;
    internal ReceiveWindow ReceiveWindow;
    internal ContentLengthCheck ContentLength;

    // Links of the send queue.
    internal Http2Stream? NextWaiting;
    internal Http2Stream? PreviousWaiting;
    internal bool IsWaiting;
    internal bool WantsToSend;

    internal Http2Stream()
    {
    }

    /// <summary>The stream identifier; 0 after the stream was returned.</summary>
    public int Id { get; private set; }

    /// <summary>An object of the transport for this stream; cleared when the stream is returned.</summary>
    public object? Tag { get; set; }

    /// <summary>The state.</summary>
    public Http2StreamState State { get; private set; }

    /// <summary>Whether headers or data can be sent.</summary>
    public bool CanSend => State is Http2StreamState.Open or Http2StreamState.HalfClosedRemote;

    /// <summary>Whether the peer can send.</summary>
    public bool CanReceive => State is Http2StreamState.Open or Http2StreamState.HalfClosedLocal;

    /// <summary>The send window of this stream, in bytes; negative after the peer reduced it. The connection window is a further
    /// limit.</summary>
    public int SendWindowAvailable => SendWindow.Available;

    /// <summary>The receive window of this stream, in bytes.</summary>
    public int ReceiveWindowAvailable => ReceiveWindow.Available;

    /// <summary>Number of received bytes that are not consumed yet.</summary>
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

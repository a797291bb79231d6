namespace Fathom.Wire.Http2;

/// <summary>
/// The GOAWAY state of both sides (RFC 9113 section 6.8). In a graceful shutdown, a server first announces stream 2^31-1, waits a round
/// trip for streams in flight, and then announces the last stream that it processes. Owned by one connection; sends nothing.
/// </summary>
internal sealed class ShutdownState
{
    /// <summary>The PING payload whose acknowledgement ends the round trip. Reserved for this purpose.</summary>
    public const ulong RoundTripPing = 0x6661_7468_6f6d_0000;

    /// <summary>Whether this side has started its shutdown.</summary>
    public bool IsStarted { get; private set; }

    /// <summary>Whether this side's last stream is final.</summary>
    public bool IsCompleted { get; private set; }

    /// <summary>The last stream of the peer that this side processes; 2^31-1 until it is final.</summary>
    public int LastStreamId { get; private set; } = int.MaxValue;

    /// <summary>Whether the peer sent GOAWAY.</summary>
    public bool PeerStarted { get; private set; }

    /// <summary>The last stream of this side that the peer processes; 2^31-1 until the peer sends GOAWAY.</summary>
    public int PeerLastStreamId { get; private set; } = int.MaxValue;

    /// <summary>Starts the shutdown of this side.</summary>
    /// <returns>False when it was started before.</returns>
    public bool Start() => !IsStarted && (IsStarted = true);

    /// <summary>Makes <paramref name="lastStreamId"/> the last stream of the peer that this side processes.</summary>
    /// <returns>False, without a change, when the last stream was final already.</returns>
    public bool Complete(int lastStreamId)
    {
        if (IsCompleted)
        {
            return false;
        }

        (IsStarted, IsCompleted, LastStreamId) = (true, true, lastStreamId);
        return true;
    }

    /// <summary>Returns whether a new stream of the peer is processed.</summary>
    public bool Accepts(int streamId) => streamId <= LastStreamId;

    /// <summary>Applies the peer's GOAWAY. Its last stream can decrease from one GOAWAY to the next, never increase.</summary>
    /// <returns>The violation, or <see cref="Http2Fault.None"/>.</returns>
    public Http2Fault OnPeerGoAway(int lastStreamId)
    {
        if (lastStreamId > PeerLastStreamId)
        {
            return Http2Fault.Connection(Http2ErrorCode.ProtocolError, "6.8: last stream of GOAWAY is higher than before");
        }

        (PeerStarted, PeerLastStreamId) = (true, lastStreamId);
        return Http2Fault.None;
    }
}

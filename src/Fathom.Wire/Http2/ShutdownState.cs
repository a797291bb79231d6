namespace Fathom.Wire.Http2;

/// <summary>
/// Who said GOAWAY and up to which stream (RFC 9113 section 6.8). A server that ends gracefully first says 2^31-1, waits a round trip for
/// streams under way, and then says the last one it takes. Owned by one connection; decides, sends nothing.
/// </summary>
internal sealed class ShutdownState
{
    /// <summary>The PING payload whose acknowledgement ends the round trip; the transport must not use it.</summary>
    public const ulong RoundTripPing = 0x6661_7468_6f6d_0000;

    /// <summary>Whether this side has begun to end the connection.</summary>
    public bool IsStarted { get; private set; }

    /// <summary>Whether this side's last stream is settled.</summary>
    public bool IsCompleted { get; private set; }

    /// <summary>The last stream of the peer that this side takes; 2^31-1 until it is settled.</summary>
    public int LastStreamId { get; private set; } = int.MaxValue;

    /// <summary>Whether the peer said GOAWAY.</summary>
    public bool PeerStarted { get; private set; }

    /// <summary>The last stream of this side that the peer takes.</summary>
    public int PeerLastStreamId { get; private set; } = int.MaxValue;

    /// <summary>This side begins to end.</summary>
    /// <returns>False where it had begun before.</returns>
    public bool Start() => !IsStarted && (IsStarted = true);

    /// <summary>This side takes no stream of the peer above <paramref name="lastStreamId"/>.</summary>
    /// <returns>False where that was settled before.</returns>
    public bool Complete(int lastStreamId)
    {
        if (IsCompleted)
        {
            return false;
        }

        (IsStarted, IsCompleted, LastStreamId) = (true, true, lastStreamId);
        return true;
    }

    /// <summary>Whether a new stream of the peer is taken.</summary>
    public bool Accepts(int streamId) => streamId <= LastStreamId;

    /// <summary>Takes the peer's GOAWAY, whose last stream may fall and never rise.</summary>
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

namespace Fathom.Transport.Connections;

/// <summary>Events of a socket transport, always on the event-loop thread.</summary>
internal interface ITransportEvents
{
    /// <summary>The transport is ready to send.</summary>
    void OnOpen();

    /// <summary>Bytes were received. They are valid during the call.</summary>
    void OnReceived(ReadOnlySpan<byte> bytes);

    /// <summary>Sending can continue after <see cref="Strands.SendState.WouldBlock"/>.</summary>
    void OnWritable();

    /// <summary>The peer has closed the connection, or it has failed with <paramref name="reason"/>. Raised once, unless this side closed
    /// it first; again after <paramref name="maybeHalf"/>.</summary>
    /// <param name="reason">Why.</param>
    /// <param name="maybeHalf">Whether the peer may have closed its direction alone, and reads on.</param>
    void OnConnectionLost(string reason, bool maybeHalf = false);

    /// <summary>An exception escaped while the connection was served. Must not throw.</summary>
    void OnFailed(Exception error);
}

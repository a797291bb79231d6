namespace Fathom.Transport.Connections;

/// <summary>What a carrier tells the connection it carries; always on the loop's thread.</summary>
internal interface ITransportEvents
{
    /// <summary>The carrier is up: bytes can be sent.</summary>
    void OnOpen();

    /// <summary>Bytes of the peer; valid during the call.</summary>
    void OnReceived(ReadOnlySpan<byte> bytes);

    /// <summary>What could not be sent before can be tried again.</summary>
    void OnWritable();

    /// <summary>The peer has closed, or the carrier has failed; <paramref name="reason"/> says how. Told once, unless this side closed
    /// first.</summary>
    void OnConnectionLost(string reason);
}

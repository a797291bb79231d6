using Fathom.Transport.Connections.Strands;

namespace Fathom.Transport.Connections;

/// <summary>Transports the bytes of one HTTP/2 connection. One thread at a time sends; any thread can close.</summary>
internal interface IByteTransport : IDisposable
{
    /// <summary>Bytes that were sent and that the peer's kernel has not acknowledged; null where the system does not tell.</summary>
    long? UnacknowledgedBytes { get; }

    /// <summary>Starts to receive; <see cref="ITransportEvents.OnOpen"/> follows.</summary>
    void Open();

    /// <summary>Sends as much as possible without blocking.</summary>
    SendOutcome Send(ReadOnlyMemory<byte> bytes);

    /// <summary>Requests <see cref="ITransportEvents.OnWritable"/> after <see cref="SendState.WouldBlock"/>. It follows immediately when
    /// the transport takes bytes again.</summary>
    void NotifyWhenWritable();

    /// <summary>Ends sending. The peer can read all sent bytes.</summary>
    void ShutDown();
}

namespace Fathom.Transport.Connections.Strands;

/// <summary>The result of sending.</summary>
internal enum SendState
{
    /// <summary>Some or all bytes were sent.</summary>
    Sent = 0,

    /// <summary>Nothing can be sent now; see <see cref="IByteTransport.NotifyWhenWritable"/>.</summary>
    WouldBlock,

    /// <summary>The connection has failed; <see cref="ITransportEvents.OnConnectionLost"/> follows or was raised.</summary>
    Failed,
}

/// <summary>The result of sending.</summary>
/// <param name="State">The state.</param>
/// <param name="Count">Number of bytes sent.</param>
internal readonly record struct SendOutcome(SendState State, int Count = 0);

namespace Fathom.Transport.Connections;

/// <summary>What became of an attempt to send.</summary>
internal enum SendState
{
    /// <summary>Some or all was taken.</summary>
    Sent = 0,

    /// <summary>Nothing can be taken now: <see cref="SocketTransport.NotifyWhenWritable"/>.</summary>
    WouldBlock,

    /// <summary>The carrier is broken; <see cref="ITransportEvents.OnConnectionLost"/> follows or has come.</summary>
    Failed,
}

/// <summary>What became of an attempt to send.</summary>
/// <param name="State">Whether it succeeded.</param>
/// <param name="Count">Bytes taken, from the start.</param>
internal readonly record struct SendOutcome(SendState State, int Count = 0);

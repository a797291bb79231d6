namespace Fathom.Transport.Connections;

/// <summary>What became of an attempt to send.</summary>
internal enum SendState
{
    /// <summary>Some or all was taken.</summary>
    Taken = 0,

    /// <summary>Nothing can be taken now: <see cref="Carrier.AwaitWritable"/>.</summary>
    Full,

    /// <summary>The carrier is broken; <see cref="ICarrierEvents.OnLost"/> follows or has come.</summary>
    Broken,
}

/// <summary>What became of an attempt to send.</summary>
/// <param name="State">Whether it succeeded.</param>
/// <param name="Count">Bytes taken, from the start.</param>
internal readonly record struct SendOutcome(SendState State, int Count = 0);

namespace Fathom.Load.Grpc.Calls;

/// <summary>The connection of a call, for the one who gives up on the call.</summary>
internal interface ICallConnection
{
    /// <summary>Resets the stream of a call; its end is then reported as that of any call.</summary>
    void Cancel(LoadCall call, CancelReason reason);

    /// <summary>Ends the client's side of a stream.</summary>
    /// <returns>False where it has messages left to send, or has ended.</returns>
    bool TryEndSending(LoadCall call);
}

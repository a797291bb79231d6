namespace Fathom.Load.Counting;

/// <summary>What became of a call.</summary>
/// <param name="Outcome">0 for success, otherwise the driver's number of the failure, below the number of outcomes.</param>
/// <param name="Started">When it was sent, in nanoseconds since the start of the run.</param>
/// <param name="Ended">When it ended, in nanoseconds since the start of the run.</param>
/// <param name="SentBytes">Bytes of its request messages.</param>
/// <param name="ReceivedBytes">Bytes of its response messages.</param>
/// <param name="CountsAsLatency">Whether its duration belongs to the latencies although it failed: it ran into its deadline.</param>
/// <param name="IsAccepted">Whether it succeeded with an outcome other than 0: a failure that was expected.</param>
public readonly record struct CallCompletion(
    int Outcome, long Started, long Ended, long SentBytes, long ReceivedBytes, bool CountsAsLatency = false, bool IsAccepted = false)
{
    /// <summary>Whether the call succeeded.</summary>
    public bool Succeeded => Outcome == 0 || IsAccepted;
}

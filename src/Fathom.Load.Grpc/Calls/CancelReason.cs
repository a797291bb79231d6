namespace Fathom.Load.Grpc.Calls;

/// <summary>Why the generator reset a stream.</summary>
internal enum CancelReason : byte
{
    /// <summary>It did not.</summary>
    None = 0,

    /// <summary>The call's deadline passed.</summary>
    Deadline,

    /// <summary>The stream lasted as long as it should.</summary>
    StreamFor,

    /// <summary>The run ended, and the call had no answer within the time for stragglers.</summary>
    RunEnded,
}

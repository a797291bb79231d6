namespace Fathom.Wire.Grpc;

/// <summary>Outcome of a call, as sent in <c>grpc-status</c> (gRPC doc/statuscodes.md).</summary>
public enum StatusCode
{
    /// <summary>The call succeeded.</summary>
    OK = 0,

    /// <summary>The call was cancelled, usually by its caller.</summary>
    Cancelled = 1,

    /// <summary>The cause is not known, or the status came from elsewhere and means nothing here.</summary>
    Unknown = 2,

    /// <summary>The argument is wrong whatever the state of the system.</summary>
    InvalidArgument = 3,

    /// <summary>The deadline passed before the call ended.</summary>
    DeadlineExceeded = 4,

    /// <summary>What was asked for does not exist.</summary>
    NotFound = 5,

    /// <summary>What was to be created exists.</summary>
    AlreadyExists = 6,

    /// <summary>The caller may not do this.</summary>
    PermissionDenied = 7,

    /// <summary>Something is used up: a quota, a size limit, memory.</summary>
    ResourceExhausted = 8,

    /// <summary>The system is not in the state the call needs.</summary>
    FailedPrecondition = 9,

    /// <summary>The call was aborted, typically by a concurrency conflict.</summary>
    Aborted = 10,

    /// <summary>The call went past the valid range.</summary>
    OutOfRange = 11,

    /// <summary>The method is not implemented or not supported here.</summary>
    Unimplemented = 12,

    /// <summary>An invariant is broken: a bug, or a peer that breaks the protocol.</summary>
    Internal = 13,

    /// <summary>The service cannot be reached now; trying again may help.</summary>
    Unavailable = 14,

    /// <summary>Data was lost or damaged for good.</summary>
    DataLoss = 15,

    /// <summary>The caller is not authenticated.</summary>
    Unauthenticated = 16,
}

namespace Fathom.Wire.Grpc;

/// <summary>The result of a call, as sent in <c>grpc-status</c> (gRPC doc/statuscodes.md).</summary>
public enum StatusCode
{
    /// <summary>The call succeeded.</summary>
    OK = 0,

    /// <summary>The call was cancelled, usually by the caller.</summary>
    Cancelled = 1,

    /// <summary>The error is unknown, or comes from a system with other status codes.</summary>
    Unknown = 2,

    /// <summary>An argument is invalid, regardless of the state of the system.</summary>
    InvalidArgument = 3,

    /// <summary>The deadline expired before the call completed.</summary>
    DeadlineExceeded = 4,

    /// <summary>A requested entity does not exist.</summary>
    NotFound = 5,

    /// <summary>The entity to create already exists.</summary>
    AlreadyExists = 6,

    /// <summary>The caller does not have permission for this operation.</summary>
    PermissionDenied = 7,

    /// <summary>A resource is exhausted, such as a quota, a size limit or memory.</summary>
    ResourceExhausted = 8,

    /// <summary>The system is not in the state that the operation requires.</summary>
    FailedPrecondition = 9,

    /// <summary>The call was aborted, typically by a concurrency conflict.</summary>
    Aborted = 10,

    /// <summary>The operation was attempted past the valid range.</summary>
    OutOfRange = 11,

    /// <summary>The method is not implemented or not supported by this service.</summary>
    Unimplemented = 12,

    /// <summary>An internal error: an invariant is broken, or the peer violated the protocol.</summary>
    Internal = 13,

    /// <summary>The service is currently unavailable. A retry may succeed.</summary>
    Unavailable = 14,

    /// <summary>Data was lost or corrupted and cannot be recovered.</summary>
    DataLoss = 15,

    /// <summary>The caller is not authenticated.</summary>
    Unauthenticated = 16,
}

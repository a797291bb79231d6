using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>Thrown when a call ends with a status other than OK. A server's handler throws it to set the status of the call.</summary>
public sealed class RpcException : Exception
{
    /// <summary>Creates an exception with <paramref name="status"/> and <paramref name="trailers"/>.</summary>
    public RpcException(Status status, Metadata? trailers = null, Exception? inner = null)
        : base(status.ToString(), inner)
    {
        Status = status;
        Trailers = trailers ?? [];
    }

    /// <summary>The status of the call.</summary>
    public Status Status { get; }

    /// <summary>The code of <see cref="Status"/>.</summary>
    public StatusCode StatusCode => Status.StatusCode;

    /// <summary>The trailing metadata; empty when there is none.</summary>
    public Metadata Trailers { get; }
}

using Fathom.Wire.Grpc;

namespace Fathom.Transport.Calls;

/// <summary>A call that did not end with OK; the one exception calls throw. A server's handler throws it to choose the status.</summary>
public sealed class RpcException : Exception
{
    /// <summary>A call that ended with <paramref name="status"/> and <paramref name="trailers"/>.</summary>
    public RpcException(Status status, Metadata? trailers = null, Exception? inner = null)
        : base(status.ToString(), inner)
    {
        Status = status;
        Trailers = trailers ?? [];
    }

    /// <summary>How the call ended.</summary>
    public Status Status { get; }

    /// <summary>The code of <see cref="Status"/>.</summary>
    public StatusCode StatusCode => Status.StatusCode;

    /// <summary>The trailing metadata; empty when none came.</summary>
    public Metadata Trailers { get; }
}

using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Messages;

/// <summary>A message failed: no handler, an unreachable or refusing remote, or an exceeded deadline.</summary>
public class MediatorException : Exception
{
    /// <summary>Creates the failure of a message that ended with <paramref name="status"/>.</summary>
    public MediatorException(string message, Status status, string? remote = null, Exception? inner = null)
        : base(message, inner) => (Status, Remote) = (status, remote);

    /// <summary>The gRPC status.</summary>
    public Status Status { get; }

    /// <summary>The code of <see cref="Status"/>.</summary>
    public StatusCode StatusCode => Status.StatusCode;

    /// <summary>The name of the remote in the settings; null if the message was not sent.</summary>
    public string? Remote { get; }
}

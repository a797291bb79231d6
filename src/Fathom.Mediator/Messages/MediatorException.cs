using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Messages;

/// <summary>A message that was not answered: no handler, a remote that cannot be reached or refuses, a deadline that has passed.</summary>
public class MediatorException : Exception
{
    /// <summary>A message that ended with <paramref name="status"/>.</summary>
    public MediatorException(string message, Status status, string? remote = null, Exception? inner = null)
        : base(message, inner) => (Status, Remote) = (status, remote);

    /// <summary>How it ended, in gRPC's words.</summary>
    public Status Status { get; }

    /// <summary>The code of <see cref="Status"/>.</summary>
    public StatusCode StatusCode => Status.StatusCode;

    /// <summary>The remote it was sent to, by its name in the settings; null where it was not sent.</summary>
    public string? Remote { get; }
}

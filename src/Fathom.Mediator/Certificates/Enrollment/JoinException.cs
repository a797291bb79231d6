namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>A node could not join a network; the message says why.</summary>
public sealed class JoinException : Exception
{
    internal JoinException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}

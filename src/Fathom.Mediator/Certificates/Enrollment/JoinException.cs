namespace Fathom.Mediator.Certificates.Enrollment;

/// <summary>A node could not join a network. The message has the reason.</summary>
public sealed class JoinException : Exception
{
    internal JoinException(string message, Exception? inner = null)
        : base(message, inner)
    {
    }
}

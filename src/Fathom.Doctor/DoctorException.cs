namespace Fathom.Doctor;

/// <summary>A program or service that cannot be examined: it does not start, or fails in every run; it cannot be reached, or refuses calls.
/// The message says what happened and what to do.</summary>
public sealed class DoctorException(string message, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether something that is needed is missing, such as a server that answers; false where the request was wrong.</summary>
    public bool IsMissing { get; init; }
}

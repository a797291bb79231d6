namespace Fathom.Doctor.Probes.Outside;

/// <summary>A service that cannot be probed, or not any more.</summary>
/// <param name="message">What was found.</param>
/// <param name="isUnreached">Whether nothing that speaks HTTP/2 was reached; false where a call failed or did not end.</param>
/// <param name="inner">The cause.</param>
internal class ProbeException(string message, bool isUnreached, Exception? inner = null) : Exception(message, inner)
{
    /// <summary>Whether nothing that speaks HTTP/2 was reached.</summary>
    public bool IsUnreached { get; } = isUnreached;
}

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

/// <summary>A connection on which no SETTINGS came (RFC 9113 section 3.4). Of a server that has sent them on others, it is slow.</summary>
/// <param name="patience">How long they were awaited.</param>
/// <param name="inner">The cause.</param>
internal sealed class SlowConnectionException(TimeSpan patience, Exception inner) : ProbeException(
    $"does not speak HTTP/2, or not soon enough on a new connection: no SETTINGS within {patience.TotalSeconds:0.###} s",
    isUnreached: true, inner);

using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside.Hangs;

/// <summary>A call, or the TLS handshake before it, that did not end in time.</summary>
/// <param name="message">What did not end, and in which time.</param>
/// <param name="isUnreached">Whether there was no connection yet.</param>
/// <param name="inner">The cause.</param>
internal sealed class UnansweredException(string message, bool isUnreached, Exception inner)
    : ProbeException(message, isUnreached, inner)
{
    /// <summary>How long it was waited for, ms.</summary>
    public required double WaitedMs { get; init; }

    /// <summary>PING beside it to its acknowledgement, ms; null where it was not answered.</summary>
    public double? PingMs { get; init; }

    /// <summary>Bytes of the request that went out.</summary>
    public long Sent { get; init; }

    /// <summary>Bytes of the request for which the server gave no room.</summary>
    public long Left { get; init; }

    /// <summary>What was under way: the same is tried again, over new connections.</summary>
    public ServiceTrial Trial { get; set; } = new();
}

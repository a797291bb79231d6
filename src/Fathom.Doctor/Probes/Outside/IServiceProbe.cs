namespace Fathom.Doctor.Probes.Outside;

/// <summary>Asks a service one question from outside, and observes the answer. Stateless; the session has what is shared.</summary>
internal interface IServiceProbe
{
    /// <summary>Why there is nothing to ask of this service, as a clause; null where there is.</summary>
    string? NotNeeded(ProbeSession session) => null;

    /// <summary>What it asks, and why: one sentence.</summary>
    string Asks(ProbeSession session);

    /// <summary>Why it need not ask, or cannot: one sentence; null where it asks.</summary>
    string? Skips(ProbeSession session) => null;

    /// <summary>Asks.</summary>
    /// <exception cref="ProbeException">The service cannot be probed, or not any more.</exception>
    Task ObserveAsync(ProbeSession session, CancellationToken cancellation);
}

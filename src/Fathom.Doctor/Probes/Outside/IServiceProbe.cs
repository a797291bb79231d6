namespace Fathom.Doctor.Probes.Outside;

/// <summary>Asks a service one question from outside, and observes the answer. Stateless; the session has what is shared.</summary>
internal interface IServiceProbe
{
    /// <summary>What it asks, and why: one sentence.</summary>
    string Describe(ProbeSession session);

    /// <summary>Why it asks nothing; null where it asks.</summary>
    SkipReason? WhySkipped(ProbeSession session) => null;

    /// <summary>Asks.</summary>
    /// <exception cref="ProbeException">The service cannot be probed, or not any more.</exception>
    Task ObserveAsync(ProbeSession session, CancellationToken cancellation);
}

/// <summary>Why a probe asks nothing.</summary>
/// <param name="Text">A sentence where something stays unknown; a clause where there is nothing to ask.</param>
/// <param name="IsGap">Whether something stays unknown, which the record then says.</param>
internal sealed record SkipReason(string Text, bool IsGap)
{
    /// <summary>There is nothing to ask of this service, since <paramref name="why"/>; null where that is null.</summary>
    public static SkipReason? NotNeeded(string? why) => why is null ? null : new(why, IsGap: false);
}

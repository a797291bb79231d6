namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>When to check certificates for renewal again.</summary>
internal static class RenewalSchedule
{
    private static readonly TimeSpan MinWait = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan MaxWait = TimeSpan.FromDays(1);
    private static readonly TimeSpan MaxRetry = TimeSpan.FromHours(1);

    /// <summary>After a successful check: until the next renewal, at most one day, because timers cannot wait for months.</summary>
    public static TimeSpan Wait(DateTimeOffset now, DateTimeOffset renewAt) => Clamp(renewAt - now, MaxWait);

    /// <summary>After a failed check: one hour, and less as the expiry approaches.</summary>
    public static TimeSpan Retry(DateTimeOffset now, DateTimeOffset expiresAt) => Clamp((expiresAt - now) / 10, MaxRetry);

    private static TimeSpan Clamp(TimeSpan wait, TimeSpan max) => wait < MinWait ? MinWait : wait > max ? max : wait;
}

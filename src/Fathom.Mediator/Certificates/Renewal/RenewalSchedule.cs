namespace Fathom.Mediator.Certificates.Renewal;

/// <summary>When to look after certificates again. Pure.</summary>
internal static class RenewalSchedule
{
    private static readonly TimeSpan Least = TimeSpan.FromSeconds(10);
    private static readonly TimeSpan Longest = TimeSpan.FromDays(1);
    private static readonly TimeSpan LongestRetry = TimeSpan.FromHours(1);

    /// <summary>After a look that went well: when the next is due, though no later than tomorrow, since a timer takes no wait of
    /// months.</summary>
    public static TimeSpan Wait(DateTimeOffset now, DateTimeOffset renewAt) => Clamp(renewAt - now, Longest);

    /// <summary>After one that did not: each hour, and more often as the certificates' end comes near.</summary>
    public static TimeSpan Retry(DateTimeOffset now, DateTimeOffset expiresAt) => Clamp((expiresAt - now) / 10, LongestRetry);

    private static TimeSpan Clamp(TimeSpan wait, TimeSpan longest) => wait < Least ? Least : wait > longest ? longest : wait;
}

using Fathom.Diagnosis.Experiments;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Outside.Hangs;

/// <summary>Asks why a call did not end: does its connection carry anything at all, does the same end over a new one, with small segments,
/// and does anybody read its request?</summary>
internal static class HangProbe
{
    /// <summary>The segments of a connection whose packets every host takes: 576 bytes without the headers of IPv4 and TCP (RFC 9293,
    /// section 3.7.1).</summary>
    public const int SmallSegment = 536;

    private const string Name = "hang";

    // With small segments a large reply takes longer, and it must be seen to end. Less than a connection waits for SETTINGS: what accepts
    // connections and says nothing did not end either.
    private static readonly TimeSpan ForSmallSegments = TimeSpan.FromSeconds(8);

    /// <summary>Asks, and observes the answers.</summary>
    /// <param name="session">The examination.</param>
    /// <param name="hung">What did not end.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <exception cref="ProbeException">The service cannot be reached any more.</exception>
    public static async Task ObserveAsync(ProbeSession session, UnansweredException hung, CancellationToken cancellation)
    {
        session.Observe(Name, HangQuantities.Hangs, true);
        session.Observe(Name, HangQuantities.InHandshake, hung.IsUnreached);
        session.Observe(Name, HangQuantities.WaitedFor, hung.WaitedMs);
        session.Observe(Name, HangQuantities.PingAnswered, hung.PingMs is not null);
        session.Observe(Name, HangQuantities.RequestSent, (double)hung.Sent);
        session.Observe(Name, HangQuantities.RequestLeft, (double)hung.Left);
        if (hung.PingMs is { } ping)
        {
            session.Observe(Name, HangQuantities.PingTime, ping);
            if (hung.Left > 0)
            {
                await AskForCreditAsync(session, hung.Trial, cancellation);
            }

            return;
        }

        var limit = LimitedTrial.Least;
        if (OperatingSystem.IsLinux())
        {
            var small = await TrialRunner.RunAsync(session, LimitedTrial.Of(hung.Trial, SmallSegment, ForSmallSegments), cancellation);
            session.Observe(Name, HangQuantities.SmallSegmentTime, small.TotalMs);
            session.Observe(Name, HangQuantities.SmallSegmentsEnd, !small.IsGivenUp);
            limit = small.IsGivenUp ? limit : LimitedTrial.LimitFor(small.TotalMs);
        }

        var fresh = await TrialRunner.RunAsync(session, LimitedTrial.Of(hung.Trial, null, limit), cancellation);
        session.Observe(Name, HangQuantities.FreshTime, fresh.TotalMs);
        session.Observe(Name, HangQuantities.FreshEnds, !fresh.IsGivenUp);
    }

    private static async Task AskForCreditAsync(ProbeSession session, ServiceTrial trial, CancellationToken cancellation)
    {
        var same = await TrialRunner.RunAsync(session, trial with { Holding = CreditHolding.SameConnection }, cancellation);
        session.Observe(Name, HangQuantities.RequestStart, same.TotalMs);
        session.Observe(Name, HangQuantities.RequestStarts, !same.IsGivenUp);
        var own = await TrialRunner.RunAsync(session, trial with { Holding = CreditHolding.OtherConnection }, cancellation);
        session.Observe(Name, HangQuantities.OwnRequestStart, own.TotalMs);
        session.Observe(Name, HangQuantities.OwnRequestStarts, !own.IsGivenUp);
    }
}

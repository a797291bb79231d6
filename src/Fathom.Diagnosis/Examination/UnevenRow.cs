using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>Many calls, several in flight, each of which is followed by a pause: do those that take long do so together?</summary>
/// <param name="service">The service.</param>
/// <param name="watchedMs">How long calls took that were watched, one at a time, ms; empty where the server stopped meanwhile.</param>
/// <param name="noOpMs">The same of no-op calls beside them.</param>
/// <param name="callMs">How long a call takes, ms.</param>
internal sealed class UnevenRow(
    IServiceUnderTest service, IReadOnlyList<double> watchedMs, IReadOnlyList<double> noOpMs, double callMs)
{
    /// <summary>Calls in flight at most.</summary>
    public const int Most = 8;

    // Each caller rests after a call: together they make no more than 200 a second for as long as calls were watched, or twice as long
    // where one call alone took long.
    private const double EachMs = 5;
    private const double LengthMs = 3_000;
    private const int MinCalls = 64;
    private const int MinTimes = 2;

    // Of what calls of the method take longer: where no-op calls do, too, it is not the method, but what all calls need. Shorter stops
    // are those of any machine.
    private const double NoOpShare = 0.5;
    private const double LeastOfAllMs = 100;

    /// <summary>Looks at calls of which some took long while they were watched.</summary>
    /// <param name="burstMs">How long calls at once took, each time that they were made, ms.</param>
    /// <param name="atOnce">Calls in flight.</param>
    /// <param name="leftMs">Says how much time is left, ms.</param>
    /// <param name="progress">Called with what is done, a sentence.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Those that were watched; where one of them alone took long, those of a row, if some of these do; null where none
    /// does.</returns>
    public async Task<UnevenCalls?> LookAsync(
        IReadOnlyList<double> burstMs, int atOnce, Func<double> leftMs, Action<string> progress, CancellationToken cancellation)
    {
        var uneven = UnevenCalls.Of(watchedMs);
        // What stands still for half a second every few seconds is met by some calls at once, as likely as by single ones.
        var (longestMs, usualMs) = (burstMs.Max(), Sample.Median([.. burstMs]));
        var wasMet = longestMs - usualMs >= LeastOfAllMs && UnevenCalls.IsLong(longestMs, usualMs);
        if (uneven is null && !wasMet && !UnevenCalls.MayBe(watchedMs))
        {
            return null;
        }

        var seen = wasMet && uneven is null ? $"One of {burstMs.Count} rounds of calls at once took"
            : $"{uneven?.TakeLong ?? 1} of {watchedMs.Count} calls take";
        progress($"{seen} long: makes calls with up to {atOnce} in flight, to see whether these take long together.");
        var medianMs = watchedMs.Count == 0 ? callMs : Sample.Median([.. watchedMs]);
        var pauseMs = Math.Max(0, (atOnce * EachMs) - medianMs);
        if (uneven is not null)
        {
            var isOfAll = uneven.IsAsOften(noOpMs, NoOpShare);
            return isOfAll && IsOfAnyMachine(uneven) ? null
                : uneven.Beside(await RowAsync(LengthMs, isNoOp: false), atOnce) with { AreOfAll = isOfAll };
        }

        if (leftMs() < 4 * LengthMs)
        {
            return null;
        }

        var row = await RowAsync(2 * LengthMs, isNoOp: false);
        var times = wasMet ? 1 : MinTimes;
        if (OfRow(row, atOnce, times) is not { } found)
        {
            return null;
        }

        var noOps = OfRow(await RowAsync(2 * LengthMs, isNoOp: true), atOnce, times);
        var areOfAll = noOps is not null && noOps.LongMs - noOps.MedianMs > NoOpShare * (found.LongMs - found.MedianMs);
        return areOfAll && IsOfAnyMachine(found) ? null
            : found.Beside(row, atOnce) with { AreOfAll = areOfAll };

        Task<ServiceTrialResult> RowAsync(double lengthMs, bool isNoOp) => service.RunAsync(
            new ServiceTrial
            {
                Calls = (int)Math.Max(MinCalls, lengthMs / (medianMs + pauseMs) * atOnce), AtOnce = atOnce, PauseMs = pauseMs,
                IsNoOp = isNoOp,
            }, cancellation);
    }

    private static bool IsOfAnyMachine(UnevenCalls found) => found.LongMs - found.MedianMs < LeastOfAllMs;

    // None where they took long at one time only.
    private static UnevenCalls? OfRow(ServiceTrialResult row, int atOnce, int times) =>
        UnevenCalls.Of(row.CallMs) is { } uneven && TimesOf(row, uneven.MedianMs) >= times ? uneven with { AtOnce = atOnce } : null;

    // Calls that take long and overlap do so at one time.
    private static int TimesOf(ServiceTrialResult row, double medianMs)
    {
        var (times, untilMs) = (0, double.NegativeInfinity);
        foreach (var (beganMs, endMs) in row.CallMs.Zip(row.EndMs).Where(c => UnevenCalls.IsLong(c.First, medianMs))
            .Select(c => (c.Second - c.First, c.Second)).Order())
        {
            times += beganMs > untilMs ? 1 : 0;
            untilMs = Math.Max(untilMs, endMs);
        }

        return times;
    }
}

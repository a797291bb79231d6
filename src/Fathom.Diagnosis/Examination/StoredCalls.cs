using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>Calls at once that do not wait at first, and do once many were made: something that holds a number of calls is used up, is
/// refilled at a pace, and is there again after a pause. It is a limit of rate with tokens saved up, or a buffer that is emptied.</summary>
/// <param name="Count">About how many calls go at once after a pause.</param>
/// <param name="Rate">Calls a second from then on.</param>
/// <param name="CallMs">How long half of those take, ms.</param>
/// <param name="NoOpMs">How long half of the no-op calls beside them take, ms.</param>
public sealed record StoredCalls(int Count, double Rate, double CallMs, double NoOpMs)
{
    /// <summary>When calls in a row ended after a pause, ms from the first one's start.</summary>
    public IReadOnlyList<double> EndMs { get; init; } = [];

    /// <summary>A pause in which some of it is there again, ms.</summary>
    public const double PauseMs = 3_000;

    // Of as many as go at once in the pause's first calls, where it is.
    private const double MinAgain = 0.25;

    // Half of them take longer than all of those that came first, by more than the noise of machines.
    private const double Slower = 1.5;
    private const double MinSlowerMs = 30;

    private const double MaxRowMs = 3_000;

    // The pace of two rows that is one.
    private const double Alike = 1.25;

    // Calls in a row, each of as many in flight: more are made where none of fewer waits.
    private static readonly int[] Rows = [64, 128, 256];

    /// <summary>Looks for them: the last of many calls must wait, and after a pause the last ones again, at one pace, and not the
    /// first.</summary>
    /// <param name="service">The service.</param>
    /// <param name="atOnce">Calls at once.</param>
    /// <param name="longestMs">How long as many took at first, which did not wait, ms.</param>
    /// <param name="leftMs">Says how much time is left, ms.</param>
    /// <param name="progress">Called with what is done, a sentence.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Them; null where there are none.</returns>
    public static async Task<StoredCalls?> LookAsync(IServiceUnderTest service, int atOnce, double longestMs, Func<double> leftMs,
        Action<string> progress, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(leftMs);
        ArgumentNullException.ThrowIfNull(progress);
        progress($"Makes up to {Rows[^1]} calls in a row, {atOnce} in flight: do later ones wait?");
        var limitMs = (Slower * longestMs) + MinSlowerMs;
        foreach (var calls in Rows)
        {
            var trial = new ServiceTrial { Calls = calls, AtOnce = atOnce };
            if (Math.Min(leftMs(), MaxRowMs) < longestMs * calls / atOnce)
            {
                break;
            }

            if (Waiting(await service.RunAsync(trial, cancellation)) is not { } waiting)
            {
                continue;
            }

            // Those that go again after the pause, and as many as are to wait.
            var more = trial with
            {
                Calls = (int)Math.Min(Rows[^1], (2 * atOnce) + (RateOf(waiting) * PauseMs / 1000)), AfterMs = PauseMs, IsWatched = true,
            };
            var (first, second) = (await RestedAsync(more), await RestedAsync(more));
            return first is null || second is null || Math.Max(first.Rate, second.Rate) > Alike * Math.Min(first.Rate, second.Rate)
                ? null : second;
        }

        return null;

        async Task<StoredCalls?> RestedAsync(ServiceTrial more)
        {
            if (PauseMs + (2 * longestMs * more.Calls / atOnce) > leftMs())
            {
                return null;
            }

            var rested = await service.RunAsync(more, cancellation);
            return rested.EndMs.Take(atOnce).Count(e => e <= limitMs) >= MinAgain * atOnce && Waiting(rested) is { } waiting
                ? new(more.Calls - waiting.Count, RateOf(waiting), Sample.Median([.. waiting.TakeLast(atOnce).Select(c => c.CallMs)]),
                    Sample.Median([.. rested.Beside.NoOps.TakeLast((rested.Beside.NoOps.Count + 1) / 2)]))
                {
                    EndMs = rested.EndMs,
                }
                : null;
        }

        // Null where the last do not.
        List<(double CallMs, double EndMs)>? Waiting(ServiceTrialResult row) => Sample.Median([.. row.CallMs.TakeLast(atOnce)]) <= limitMs
            ? null : [.. row.CallMs.Zip(row.EndMs).SkipWhile(c => c.First <= limitMs)];
    }

    private static double RateOf(List<(double CallMs, double EndMs)> waiting) =>
        1000 * (waiting.Count - 1) / (waiting[^1].EndMs - waiting[0].EndMs);
}

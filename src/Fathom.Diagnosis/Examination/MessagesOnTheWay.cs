using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>How long the messages of calls are on their way: those that take turns on a path look like calls that take turns in the
/// server.</summary>
internal static class MessagesOnTheWay
{
    // Of 32 calls together as much as makes a path of 1 Mbit/s wait for a quarter of a second.
    private const double LeastBytes = 1024;

    private const int Singles = 3;

    // They are on their way for most of the time of calls at once, and would be for much of it if each were as fast as one alone. Of 32
    // replies of 1 MiB over 40 ms it was 0.34 to 0.64; those of calls that compute come late, too, and fast alone.
    private const double LeastMovedAlone = 0.25;

    // What is served one call after the other takes no longer than that.
    private const double TimesOneByOne = 2;

    /// <summary>How long those of one call are, ms; 0 for small ones.</summary>
    public static async Task<double> OfOneAsync(IServiceUnderTest service, ServerFacts server, CancellationToken cancellation)
    {
        List<double> moved = [];
        while (server.CallBytes >= LeastBytes && moved.Count < Singles)
        {
            moved.Add((await service.RunAsync(new ServiceTrial { IsFollowed = true }, cancellation)).MovedMs);
        }

        return moved.Count == 0 ? 0 : Sample.Median([.. moved]);
    }

    /// <summary>Makes calls at once, to see whether moving their messages takes their time; null where these are small.</summary>
    public static async Task<ServiceTrialResult?> OfBurstAsync(
        IServiceUnderTest service, ServerFacts server, int calls, CancellationToken cancellation) => server.CallBytes < LeastBytes ? null
            : await service.RunAsync(new ServiceTrial { Calls = calls, AtOnce = calls, IsFollowed = true }, cancellation);

    /// <summary>Whether it does.</summary>
    /// <param name="burst">The calls at once.</param>
    /// <param name="aloneMs">How long the messages of one call are on their way, ms.</param>
    public static bool TakeTheTime(ServiceTrialResult burst, double aloneMs) =>
        burst.MovedMs >= Screening.Most * burst.TotalMs && burst.CallMs.Count * aloneMs >= LeastMovedAlone * burst.TotalMs;

    /// <summary>Whether the receiver's TCP window holds them, though neither the path nor the server is that slow: for most of the time,
    /// and for longer than the same calls take one after the other.</summary>
    /// <param name="burst">The calls at once.</param>
    /// <param name="callMs">How long one call takes, ms.</param>
    public static bool AreHeld(ServiceTrialResult burst, double callMs) => burst.HeldMs >= Screening.Most * burst.TotalMs
        && burst.TotalMs >= TimesOneByOne * burst.CallMs.Count * callMs;
}

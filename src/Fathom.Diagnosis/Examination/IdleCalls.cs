using Fathom.Diagnosis.Experiments;
using Fathom.Statistics;

namespace Fathom.Diagnosis.Examination;

/// <summary>Calls after a pause in which the method was not called, each of which takes longer than the one right after it: what they need
/// was given up meanwhile, such as an entry of a cache.</summary>
/// <param name="PauseMs">The pause, ms.</param>
/// <param name="FirstMs">How long half of the calls after it take, ms.</param>
/// <param name="NextMs">The same of those right after these, ms.</param>
public sealed record IdleCalls(double PauseMs, double FirstMs, double NextMs)
{
    /// <summary>The calls, in the order in which they were made: one after each pause, and one right after it, ms.</summary>
    public IReadOnlyList<double> CallMs { get; init; } = [];

    /// <summary>Pauses.</summary>
    public const int Rounds = 3;

    /// <summary>How long each is, ms.</summary>
    public const double LengthMs = 3_000;

    // Less is what processors and caches take that others have used meanwhile.
    private const double LongTimes = 2;
    private const double MinExcessMs = 10;

    /// <summary>Looks for them where a call after a pause took long.</summary>
    /// <param name="service">The service.</param>
    /// <param name="afterPauseMs">Calls that came after a pause, ms.</param>
    /// <param name="usualMs">What no more than one of ten calls exceeds, ms.</param>
    /// <param name="progress">Called with what is done, a sentence.</param>
    /// <param name="cancellation">Ends it.</param>
    /// <returns>Them; null where no call took long, or not all of those after further pauses do.</returns>
    public static async Task<IdleCalls?> LookAsync(IServiceUnderTest service, IReadOnlyList<double> afterPauseMs, double usualMs,
        Action<string> progress, CancellationToken cancellation)
    {
        ArgumentNullException.ThrowIfNull(service);
        ArgumentNullException.ThrowIfNull(progress);
        if (!afterPauseMs.Any(ms => IsLong(ms, usualMs)))
        {
            return null;
        }

        progress($"A call after a pause took long: makes two calls after each of {Rounds} pauses of {LengthMs / 1000} s.");
        var (first, next) = (new List<double>(), new List<double>());
        for (var i = 0; i < Rounds; i++)
        {
            var pair = await service.RunAsync(new ServiceTrial { Calls = 2, AfterMs = LengthMs }, cancellation);
            first.Add(pair.CallMs[0]);
            next.Add(pair.CallMs[1]);
        }

        return !IsLong(first.Min(), Math.Max(usualMs, next.Max())) ? null
            : new(LengthMs, Sample.Median([.. first]), Sample.Median([.. next]))
            {
                CallMs = [.. first.Zip(next).SelectMany(p => new[] { p.First, p.Second })],
            };
    }

    private static bool IsLong(double callMs, double otherMs) => callMs > LongTimes * otherMs && callMs - otherMs >= MinExcessMs;
}

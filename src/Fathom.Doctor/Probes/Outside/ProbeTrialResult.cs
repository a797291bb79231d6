using Fathom.Diagnosis.Experiments;

namespace Fathom.Doctor.Probes.Outside;

/// <summary>What a trial showed, with its calls.</summary>
/// <param name="TotalMs">From the first call's start to the last one's end, ms.</param>
/// <param name="CallMs">Each call's time, waiting for a stream included, in the order of their ends, ms.</param>
/// <param name="EndMs">When each call ended, from the first one's start, ascending, ms.</param>
/// <param name="Calls">The calls, in the order of their ends.</param>
/// <param name="Beside">What was timed on another connection.</param>
internal sealed record ProbeTrialResult(
    double TotalMs, IReadOnlyList<double> CallMs, IReadOnlyList<double> EndMs, IReadOnlyList<ProbeCall> Calls, BesideTimes Beside)
    : ServiceTrialResult(TotalMs, CallMs, EndMs, Beside)
{
    /// <summary>The call that ended last.</summary>
    public ProbeCall Last => Calls[^1];

    /// <summary>One that has nothing but a time.</summary>
    public static ProbeTrialResult OfTime(double ms) => new(ms, [ms], [ms], [], BesideTimes.None);

    /// <summary>One that was given up.</summary>
    public static ProbeTrialResult GivenUp(TimeSpan after) => OfTime(after.TotalMilliseconds) with { IsGivenUp = true };
}

using Fathom.Diagnosis.Experiments;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>When calls at once end, beside one alone.</summary>
internal static class TurnPredictions
{
    /// <summary>A call takes as long as another: the ratio of two medians that do not differ.</summary>
    public const double LowAlike = 0.85;

    /// <summary>The same, upper end.</summary>
    public const double HighAlike = 1.2;

    /// <summary>Of pairs of a call at once and a single one: where none waits for another, the former is longer in half at most.</summary>
    public const double MostAboveSingle = 0.7;

    /// <summary>How long a thread of CPython keeps the lock of the interpreter, ms (sys.getswitchinterval).</summary>
    public const double SwitchMs = 5;

    /// <summary>Where half of the calls at once have not ended before this share of their time, they end all together.</summary>
    public const double Together = 0.9;

    // Each has a whole turn and a part of another one.
    private const double TurnsOfEach = 1.3;

    // Of processor time, in periods of 100 ms.
    private const double QuotaPeriodMs = 100;

    // Turns as long as this are spread over periods; how long they are is known to a twentieth.
    private const double MostOfPeriod = 0.75;
    private const double Drift = 0.05;

    // So many end together at most where the ends of a part of a row are to lie anywhere.
    private const int MaxTogether = 4;

    /// <summary>Two calls at once take the time of one.</summary>
    public static Prediction SecondIsFree(string why) => new(Contrast.TwoAtOnce, LowAlike, HighAlike, why);

    /// <summary>A second call at once costs about as much as each further one, or as much as one alone where many take less each: caches
    /// are warm then, and processors fast. Where single calls are uneven, it costs at least as much as a short one.</summary>
    public static Prediction SecondCosts(BurstFacts seen, string why) => seen.AreSinglesUneven
        ? new(Contrast.TwoAtOnce, 1 + (0.7 * Math.Min(seen.LeastStepMs, seen.ShortOwnMs) / seen.CallMs), double.PositiveInfinity, why)
        : new(Contrast.TwoAtOnce, 1 + (0.7 * seen.LeastStepMs / seen.CallMs),
            1 + (Math.Clamp(1.2 * seen.OwnMs, 1.4 * seen.StepMs, 2 * seen.StepMs) / seen.CallMs), why);

    /// <summary>So does each further one of as many as were taken for those that are served at a time.</summary>
    public static IEnumerable<Prediction> EachCosts(BurstFacts seen) => seen.Served < 2 ? [] :
    [
        new(Contrast.AllServed, 1 + (0.7 * (seen.Served - 1) * seen.LeastStepMs / seen.CallMs), double.PositiveInfinity,
            "each waits for those before it"),
    ];

    /// <summary>Calls that compute beside each other take turns, so that none ends when one alone would. Null where they are too short for
    /// turns.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="turnMs">How long a turn is at most.</param>
    public static Prediction? FirstLate(BurstFacts seen, double turnMs) => seen.OwnMs < TurnsOfEach * turnMs ? null
        // Of two that begin together the first one ends when the other has one turn left.
        : new(Contrast.FirstEnded, 1 + (0.6 * (seen.OwnMs - turnMs) / seen.CallMs), double.PositiveInfinity, "calls compute in turns");

    /// <summary>Calls end one after another, so that half of them have not ended early.</summary>
    public static Prediction HalfLate { get; } =
        new(Contrast.HalfOfAll, 0.35, double.PositiveInfinity, "each waits for those before it");

    /// <summary>The same, and each ends when its turn is over, not all together.</summary>
    public static Prediction InTurn { get; } = new(Contrast.HalfOfAll, 0.35, Together, "each ends when its turn is over");

    /// <summary>Turns that are neither all nor none of a quota's period end anywhere in it. None where they are about as long.</summary>
    public static IEnumerable<Prediction> OffGrid(BurstFacts seen) =>
        !seen.EndsOnTicks && seen.Served <= MaxTogether && (seen.TurnMs / QuotaPeriodMs) is var turn
            && (turn <= MostOfPeriod || Math.Abs(turn - Math.Round(turn)) >= 1 - MostOfPeriod + (Drift * turn))
            ? [new(Contrast.QuotaGrid, double.NegativeInfinity, 0.6, "calls end at a pace of their own")] : [];
}

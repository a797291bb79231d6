using Fathom.Diagnosis.Experiments;
using static Fathom.Diagnosis.Mechanisms.Predictions.TurnPredictions;

namespace Fathom.Diagnosis.Mechanisms.Predictions;

/// <summary>What PING and no-op calls wait for, beside calls and by themselves.</summary>
internal static class BesidePredictions
{
    // Of what a no-op call waits for: a PING that waits for less waits for something else.
    private const double WaitingPing = 0.2;

    // A no-op call that takes longer beyond PING than it varies by shows what computes beside it.
    private const double MinNoise = 2;

    // The longest of as many as are made at once is one and a half times as far from their median as half of them are apart.
    private const double NoisesOfMany = 6;

    /// <summary>Beside few calls a no-op call finds a thread of a C core's pool. Where calls compute in an interpreter, its lock goes round
    /// first.</summary>
    public static Prediction ThreadIsLeft(BurstFacts seen) => new(Contrast.NoOpBesideFew, double.NegativeInfinity,
        0.15 + (SwitchMs / Math.Max(seen.OwnMs, seen.StepMs)), "a thread is left for it");

    /// <summary>No-op calls at once wait for nothing but each other's own time.</summary>
    public static Prediction NoOpsHoldLittle { get; } =
        new(Contrast.NoOpsBeyond, double.NegativeInfinity, 0.3, "a no-op call holds nothing for longer than it takes");

    /// <summary>One call holds nothing that PING needs.</summary>
    public static Prediction PingIsFree { get; } =
        new(Contrast.PingStops, double.NegativeInfinity, KnownServer.MostPingStops, "one call holds nothing that PING needs");

    /// <summary>As many no-op calls at once as there are calls beside them have half of the processors: what they take longer than one is
    /// twice as long. Null where that is lost in what no-op calls vary by.</summary>
    public static Prediction? NoOpsCompute(BurstFacts seen)
    {
        var added = seen.NoOpBurstMs - seen.NoOpMs;
        return added > NoisesOfMany * seen.NoOpNoiseMs
            ? new(Contrast.NoOpsBesideCalls, 1 + (added / seen.NoOpBurstMs / 2), double.PositiveInfinity, "no-op calls compute, too")
            : null;
    }

    /// <summary>Where calls compute on all processors, no-op calls wait for a thread of .NET's pool, or compute beside them; and PING that
    /// is answered on threads of that pool.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="most">Times that what the library takes of a no-op call becomes longer at most.</param>
    public static IEnumerable<Prediction> OthersCompute(BurstFacts seen, double most)
    {
        if (seen.IsDotNet)
        {
            // Its pool has as many threads as there are processors, or a few more. Measured on two of them: 0.5 to 1. Of several no-op
            // calls one waits, so that their median says nothing.
            yield return new(Contrast.NoOpBeside, 0.15, double.PositiveInfinity, "a no-op call waits for a thread, too");
        }
        else if (LibraryIsSlow(seen, most) is { } slow)
        {
            yield return slow;
        }

        if (PingWaitsAlike(seen) is { } ping)
        {
            yield return ping;
        }
    }

    /// <summary>What the library computes for a no-op call takes longer beside calls that compute. Null where that is lost in what no-op
    /// calls vary by.</summary>
    /// <param name="seen">What is known of the service.</param>
    /// <param name="most">Times that it becomes longer at most.</param>
    public static Prediction? LibraryIsSlow(BurstFacts seen, double most) => seen.NoOpMs - seen.PingMs > MinNoise * seen.NoOpNoiseMs
        ? new(Contrast.LibraryBeside, 1.5, Math.Max(2, most), "a no-op call computes, too") : null;

    /// <summary>What all methods wait for, without a thread.</summary>
    public static IEnumerable<Prediction> HoldsNoThread(BurstFacts seen)
    {
        yield return new(Contrast.NoOpBeside, 0.2, double.PositiveInfinity, "a no-op call waits for the same");
        yield return new(Contrast.PingBeside, double.NegativeInfinity, 0.15, "PING does not");
        if (seen.AnswersPingOnPool)
        {
            yield return new(Contrast.PingOfNoOp, double.NegativeInfinity, WaitingPing, "who waits holds no thread");
        }
    }

    /// <summary>Kestrel answers PING on threads of the pool: where no-op calls wait for a thread or a processor, it does, too. Null where
    /// something else answers it.</summary>
    /// <remarks>Measured, the longest of a row of PINGs on an idle connection over that of no-op calls, beside 32 calls of 10 to 40 ms: 0.9
    /// to 1 where they block or compute, 0 where they wait for a place without a thread.</remarks>
    public static Prediction? PingWaitsAlike(BurstFacts seen) => seen.AnswersPingOnPool
        ? new(Contrast.PingOfNoOp, WaitingPing, double.PositiveInfinity, "Kestrel answers PING on threads of the same pool") : null;

    /// <summary>PING and no-op calls beside calls at once, few, many or the first ones, take as long as alone.</summary>
    public static IReadOnlyList<Prediction> HoldsNothing { get; } =
    [
        .. new[] { Contrast.OthersBeside, Contrast.NoOpBesideFew, Contrast.NoOpAtFirst }
            .Select(c => new Prediction(c, double.NegativeInfinity, 0.15, "calls hold nothing that others need")),
    ];

    /// <summary>PING and no-op calls beside calls at once, the first ones or others, go on: who waits holds no thread of a pool of .NET, no
    /// event loop and none of Go.</summary>
    public static IEnumerable<Prediction> OthersGoOn(BurstFacts seen, string why) => seen.IsDotNet || seen.IsNode || seen.IsGo
        ? [new(Contrast.OthersBeside, double.NegativeInfinity, 0.15, why), new(Contrast.NoOpAtFirst, double.NegativeInfinity, 0.15, why)]
        : [];
}

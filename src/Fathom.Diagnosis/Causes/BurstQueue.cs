using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes;

/// <summary>What calls at once wait for, as far as the processors of the server's machine tell: they do where the probe is on it.</summary>
public static class BurstQueue
{
    // Calls that keep processors busy keep nearly all of them, or one where the server may use no more. Measured on two: 1.78 by calls that
    // compute, 0.01 to 0.1 by calls that wait.
    private const double BusyShare = 0.7;

    // Of calls that sleep under a lock 1.03 to 1.17 are served at a time on two processors, the more the shorter they are; of calls that
    // sleep without one 2.7 and more.
    private const double MostOneAtATime = 1.5;

    // Of calls that compute under a lock one processor of two is busy: 0.93. Measured of calls that compute without one: 1.78.
    private const double LeastSpare = 0.5;

    // Over four connections the same calls, made again, take as long but for noise.
    private const double LeastOverFour = 0.7;

    private const double LongTail = 0.85;

    // Calls at once that take less than this many times one call's time do not show how many are served at a time.
    private const double LeastGrowth = 2.5;

    // Processor time of the calls themselves, which no-op calls have as well, is no queue.
    private const double LeastBeyondNoOps = 3;

    // The kernel accepts connections by itself: where that is slow as well, the network or the machine is.
    private const double MostTcpShare = 0.25;

    // Simulated, the longest of 32 takes 1.9 times as long as the second longest of 20, the median of 4,000 draws of log-normal times
    // (sigma 1), and 1.4 times with sigma 0.5. Calls in a queue that 12 at a time leave take 2.7 times as long as one.
    private const double MostTimesLong = 2;

    /// <summary>How many calls are served at a time.</summary>
    public static double ServedAtATime(Evidence seen) => seen.Value(ServiceQuantities.BurstCalls)
        * seen.Value(ServiceQuantities.CallTime) / seen.Value(ServiceQuantities.BurstTime);

    /// <summary>The same as a whole number of calls, from 1.</summary>
    public static int ServedAtOnce(Evidence seen) => Math.Max(1, (int)Math.Round(ServedAtATime(seen)));

    /// <summary>Whether calls at once take clearly longer than one, and than as many no-op calls do.</summary>
    public static bool Grows(Evidence seen) => seen.Value(ServiceQuantities.BurstTime) is var burst
        && burst >= LeastGrowth * seen.Value(ServiceQuantities.CallTime)
        && burst >= LeastBeyondNoOps * seen.Value(ServiceQuantities.NoOpBurstTime);

    /// <summary>Whether a no-op call on another connection waits for so much of the time that the calls at once take, and the kernel for
    /// little of that.</summary>
    /// <param name="seen">What was observed.</param>
    /// <param name="share">The least part of the time, up to 1.</param>
    public static bool HoldsOthers(Evidence seen, double share) => seen.Value(ServiceQuantities.LongestNoOp) is var longest
        && longest >= share * seen.Value(ServiceQuantities.BurstTime)
        && seen.Value(ServiceQuantities.LoadedTcp) <= MostTcpShare * longest;

    /// <summary>Whether not even one processor was busy during the calls at once, or less than the server's limit allows where that is
    /// less than one, so that these did not wait for one; false where that is not known.</summary>
    public static bool LeavesProcessorsIdle(Evidence seen) => seen.Find(ServiceQuantities.BusyProcessors) is { Value: var busy }
        && busy < BusyShare * Math.Min(1, seen.Find(ServiceQuantities.ServerProcessors)?.Value ?? 1);

    /// <summary>Whether nearly all processors were busy during the calls at once; false where that is not known.</summary>
    public static bool KeepsProcessorsBusy(Evidence seen) =>
        seen.Find(ServiceQuantities.BusyProcessors) is { Value: var busy }
        && seen.Find(ServiceQuantities.ServerProcessors) is { Value: var processors } && busy >= BusyShare * processors;

    /// <summary>Whether the server had a processor to spare during the calls at once; false where that is not known.</summary>
    public static bool HasProcessorToSpare(Evidence seen) => seen.Find(ServiceQuantities.SpareProcessors) is { Value: >= LeastSpare };

    /// <summary>Whether calls were served one at a time although processors were idle: a pool has more threads than one. What a no-op call
    /// takes as well is none of what others wait for: calls that slept for 4 ms under a lock took 5.2 ms, and 32 of them 140 ms. A pool
    /// that began with one thread has more when the same calls are made again, and a lock has not: on one processor 32 blocking calls of
    /// 102 ms took 3.1 s, and 1.87 s later.</summary>
    public static bool IsOneAtATime(Evidence seen) => (LeavesProcessorsIdle(seen) || HasProcessorToSpare(seen))
        && !IsFasterOverFour(seen)
        && ServedAtATime(seen) * (1 - (seen.Value(ServiceQuantities.NoOpTime) / seen.Value(ServiceQuantities.CallTime))) < MostOneAtATime;

    /// <summary>Whether the same calls, made again over four connections, take clearly less time; false where that is not known.</summary>
    public static bool IsFasterOverFour(Evidence seen) =>
        seen.Find(ServiceQuantities.SpreadBurstTime)?.Value < LeastOverFour * seen.Value(ServiceQuantities.BurstTime);

    /// <summary>Whether most of the calls had ended in a small part of the time: a few took longer than others, and none waited for them.
    /// Where each waits for those before it, half of the calls end in half of the time; of calls of which each tenth took 80 ms they ended
    /// in 4 % of it.</summary>
    public static bool EndsWithFew(Evidence seen) => seen.Find(ServiceQuantities.BurstTail) is { Value: >= LongTail };

    /// <summary>Whether the calls at once took no longer than one alone does at times: the longest of many is long, and none waits for
    /// others. Measured: 32 calls that take up to 40 ms each took 38.6 ms, one of them 10.8 ms.</summary>
    public static bool IsWithinSpread(Evidence seen) => seen.Find(ServiceQuantities.LongCallTime) is { Value: var alone }
        && seen.Value(ServiceQuantities.BurstTime) < MostTimesLong * alone;

    /// <summary>How many processors were busy, as a part of a sentence.</summary>
    public static string Busy(Evidence seen) =>
        $"{FigureText.Number(seen.Value(ServiceQuantities.BusyProcessors))} processors were busy"
        + (LeavesProcessorsIdle(seen) || !HasProcessorToSpare(seen) ? ""
            : $" of the {FigureText.Number(seen.Value(ServiceQuantities.ServerProcessors))} that the server can use");
}

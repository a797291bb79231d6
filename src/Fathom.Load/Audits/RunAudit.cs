using System.Globalization;
using Fathom.Load.Counting;
using Fathom.Load.Results;

namespace Fathom.Load.Audits;

/// <summary>Judges whether the figures of a run are those of the server, or of the generator that measured it. Pure.</summary>
public static class RunAudit
{
    /// <summary>A thread that uses more of its processor is the bottleneck.</summary>
    public const double BusyThread = 0.95;

    /// <summary>The rate that was asked for is sent when so many of its calls were made.</summary>
    public const double SentShare = 0.995;

    /// <summary>Lag at the 99th percentile below this share of the latency there does not change it much.</summary>
    public const double LagShare = 0.5;

    /// <summary>Lag below this time, in nanoseconds, is that of a timer, and not of an overloaded generator: 1 ms.</summary>
    public const double TimerLag = 1e6;

    /// <summary>The collector may stop the process for so much of the time.</summary>
    public const double PauseShare = 0.01;

    /// <summary>Shorter runs are mostly start-up, in seconds: their use of the processor says nothing.</summary>
    public const double ShortRun = 1;

    /// <summary>Returns what makes the run worth less; empty for a good run.</summary>
    public static IReadOnlyList<AuditVerdict> Judge(LoadResult result)
    {
        ArgumentNullException.ThrowIfNull(result);
        var (input, isOpenLoop, pauses) = (result.Generator, result.Plan.Rate is not null, result.CollectorPauses.TotalSeconds);
        // Of a run that ended early nothing is known of the calls that its schedule wanted.
        var wanted = result.End == LoadEnd.PlanDone && double.IsFinite(result.Plan.Wanted) ? result.Plan.Wanted : 0;
        var made = result.Total.Calls + result.WarmUpCalls;
        var lag = LatencyHistograms.PercentileOf(result.Total.Lag, 99);
        var verdicts = new List<AuditVerdict>();
        // What could not be sent says nothing of the generator.
        var hadToWait = input.WasLimited || input.AwaySeconds > 0;
        if (input.Seconds < ShortRun)
        {
            verdicts.Add(new("short-run", false, "the run took less than a second, much of it start-up: set -z 10s, or a larger -n with "
                + "--skip-first"));
        }
        else if (input.LoopUse.DefaultIfEmpty(0).Max() is var busiest && busiest >= BusyThread)
        {
            verdicts.Add(new("generator-busy", true, $"the generator used {Percent(busiest)} of a processor in one thread, so it may have "
                + "been the bottleneck: give it more (--threads, --connections), another machine, or a lower rate"));
        }

        if (isOpenLoop && !hadToWait && made < wanted * SentShare)
        {
            verdicts.Add(new("behind-schedule", true, $"{Number(made)} of {Number(wanted)} calls of the schedule were sent, "
                + "although connections had room: the generator was too slow; lower the rate, or use more threads and machines"));
        }

        if (lag > TimerLag && !hadToWait && lag > (LatencyHistograms.PercentileOf(result.Total.Latency, 99) ?? 0) * LagShare)
        {
            verdicts.Add(new("late-calls", true, "most of the latency at p99 is the generator's own delay in sending: another program "
                + "used the processor, or the rate is too high for this machine"));
        }

        if (input.Seconds >= ShortRun && pauses > input.Seconds * PauseShare)
        {
            verdicts.Add(new("collector", true, $"the garbage collector stopped the generator for {Percent(pauses / input.Seconds)} "
                + "of the time: templates of data and HTTP/1.1 allocate for each call; use constant data and HTTP/2, or a machine that "
                + "does less besides"));
        }

        if (input.AwaySeconds > 0)
        {
            var away = input.AwaySeconds.ToString("0.0", CultureInfo.InvariantCulture);
            verdicts.Add(new("server-away", false, $"the server was away for {away} s: no connection was open, and calls that were due "
                + "failed or waited"));
        }

        if (input.WasLimited && isOpenLoop)
        {
            verdicts.Add(new("streams", false, "due calls waited until a connection could take them, and their latency says so: the limit "
                + "is the server's for one connection or -c; more --connections lift it"));
        }

        return verdicts;
    }

    private static string Percent(double share) => share.ToString("0.0 %", CultureInfo.InvariantCulture);

    private static string Number(double value) => value.ToString("#,0", CultureInfo.InvariantCulture);
}

using Fathom.Diagnosis.Causes.CpuQuotaThrottling;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.EventLoopBlocked;

/// <summary>
/// <c>event-loop-blocked</c>: a server with one thread does something long on it, and answers nothing meanwhile, PING included, on any
/// connection; the kernel accepts connections as ever. Proven by no-op calls without the method's calls beside them; a hint where something
/// else on the server does it.
/// </summary>
public sealed class EventLoopBlockedCause() : Cause(Name, provenBy: [BehaviourQuantities.MethodBeside])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "event-loop-blocked";

    private const double MinStops = 3;
    private const double MaxTcpShare = 0.25;

    // Short stops that end on a grid of 100 ms are those of a limit of processor time.
    private const double PeriodMs = 110;

    // These answer on several threads.
    private static readonly string[] Threaded = ["Grpc.AspNetCore", "grpc-go", "grpc-java", "gRPC C core"];

    private const string Fix = """
        // nothing long on the event loop: another thread, or pieces that let other work in between
        const { Worker } = require('node:worker_threads');
        // in pieces
        for (const part of parts) { work(part); await new Promise(setImmediate); }
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromOutside =>
    [
        ServiceQuantities.Server, ServiceQuantities.NoOpTime, ServiceQuantities.PingTime, BehaviourQuantities.NoOpBesideOne,
        BehaviourQuantities.PingBesideOne, BehaviourQuantities.TcpBesideOne,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var library = seen.Find(BehaviourQuantities.Library)?.Value;
        if (seen.Value(ServiceQuantities.Server) is "Kestrel" or "gRPC C core" || Threaded.Contains(library))
        {
            return Screening.RuleOut($"{library ?? seen.Value(ServiceQuantities.Server)} answers on several threads");
        }

        var (noOp, ping) = (seen.Value(BehaviourQuantities.NoOpBesideOne), seen.Value(BehaviourQuantities.PingBesideOne));
        var idle = seen.Value(ServiceQuantities.NoOpTime);
        var tcp = seen.Value(BehaviourQuantities.TcpBesideOne);
        var figures = $"beside one call at a time a no-op call on another connection takes {FigureText.Duration(noOp)} and PING "
            + $"{FigureText.Duration(ping)}, alone {FigureText.Duration(idle)} and "
            + $"{FigureText.Duration(seen.Value(ServiceQuantities.PingTime))}; TCP connects in {FigureText.Duration(tcp)}";
        return HeldThread.IsSeen(Math.Min(noOp, ping), idle) && tcp <= MaxTcpShare * noOp
            ? Screening.Suspected(1 - (idle / noOp), figures, Fix, "the same no-op calls without calls of the method beside them")
            : ScreenStops(seen, figures);
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) =>
        !HeldThread.IsSeen(comparison.Before, comparison.After) ? null : new(
            "Each call holds the one thread of the server: a no-op call on another connection takes "
                + $"{FigureText.Duration(comparison.Before)} beside one call at a time, and {FigureText.Duration(comparison.After)} "
                + "without, with nothing else changed. PING waits as well, and the kernel accepts connections at once.", Fix);

    private static Screening? ScreenStops(Evidence seen, string figures)
    {
        if (seen.Find(BehaviourQuantities.IdleStops) is not { Value: var alone })
        {
            return null;
        }

        var stops = alone + seen.Value(BehaviourQuantities.LoadedStops);
        var share = Math.Max(seen.Value(BehaviourQuantities.IdleStopShare), seen.Value(BehaviourQuantities.LoadedStopShare));
        var longest = seen.Value(BehaviourQuantities.LongestStop);
        return longest <= PeriodMs && seen.Value(BehaviourQuantities.StopGrid) >= ThrottledServer.MinGrid
                ? Screening.RuleOut($"{figures}; {FigureText.Whole(stops)} stops of the whole server, which end on a grid of 100 ms")
            : stops < MinStops || share < Screening.MinShare || seen.Value(BehaviourQuantities.TcpBesideOne)
            > MaxTcpShare * longest
                ? Screening.RuleOut($"{figures}; {FigureText.Whole(stops)} stops of the whole server, the longest "
                    + FigureText.Duration(longest))
            : Screening.Suspected(share, $"{BehaviourQuantities.Stopped(seen, stops)}, PING and no-op calls on two connections together, "
                + $"{(alone > 0 ? "with and without calls of the method" : "while the method was called")}, "
                + $"{FigureText.Number(100 * share)} % of the time; TCP connected in "
                + $"{FigureText.Duration(seen.Value(BehaviourQuantities.TcpBesideOne))} meanwhile", Fix,
                "the same without what the server does at these times");
    }
}

using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.MethodWaits;

/// <summary>
/// <c>method-waits</c>: the time of a call is the method's own, which waits for something, a database or another service. A verdict, not a
/// fault of gRPC: as many calls at once take as long as one, and nothing else slows down. From outside it stays a hint, since no change of
/// the caller's side makes the method faster.
/// </summary>
public sealed class MethodWaitsCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "method-waits";

    // Less is not worth to look for.
    private const double LeastMs = 2;

    // Calls at once that take up to this much longer than one do not wait for each other.
    private const double Alike = 1.5;

    // A call that spends this part of its time between the first and the last byte of its reply waits for the path.
    private const double MostTransfer = 0.5;

    private const string Fix = """
        # nothing of gRPC's: see what the method awaits, on the server, while it is called
        fathom doctor --pid PID
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs => Probes;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [ServiceQuantities.CallTime];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Probes =>
    [
        ServiceQuantities.CallTime, ServiceQuantities.NoOpTime, ServiceQuantities.BurstCalls, ServiceQuantities.BurstTime,
        ServiceQuantities.LoadedNoOp,
    ];

    /// <inheritdoc/>
    protected override Screening? ScreenProbed(Evidence seen)
    {
        var (call, noOp) = (seen.Value(ServiceQuantities.CallTime), seen.Value(ServiceQuantities.NoOpTime));
        var (own, burst) = (Math.Max(0, call - noOp), seen.Value(ServiceQuantities.BurstTime));
        var calls = FigureText.Whole(seen.Value(ServiceQuantities.BurstCalls));
        var figures = $"the method itself takes {FigureText.Duration(own)} of the {FigureText.Duration(call)} of a call";
        return own < LeastMs || own < call / 2
                ? Screening.RuleOut(figures)
            : seen.Find(BehaviourQuantities.PhaseMisfit) is { Value: <= TickFit.MostMisfit }
                ? Screening.RuleOut($"{figures}, and ends on the ticks of a timer, whenever it was called")
            : LargeTransfer.TransferShare(seen) is > MostTransfer and var share
                ? Screening.RuleOut($"a reply comes for {FigureText.Number(100 * share)} % of the {FigureText.Duration(call)} of a call")
            : burst > Alike * call && !BurstQueue.IsWithinSpread(seen)
                ? Screening.RuleOut($"{figures}, and {calls} calls at once take {FigureText.Duration(burst)}: they wait for each other")
            : Screening.Suspect(own / call,
                $"{figures}, {calls} calls at once take {FigureText.Duration(burst)}"
                    + (burst > Alike * call ? $" (one alone up to {FigureText.Duration(seen.Value(ServiceQuantities.LongCallTime))})" : "")
                    + $", and a no-op call meanwhile {FigureText.Duration(seen.Value(ServiceQuantities.LoadedNoOp))}",
                Fix,
                "what the method awaits, seen on the server with 'fathom doctor --pid PID' while it is called");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison) => new(
        $"The method itself takes the time: a call took {FigureText.Duration(comparison.Before)} and takes "
            + $"{FigureText.Duration(comparison.After)} since it was changed.", Fix)
    {
        NotShown = "What changed in the method is not seen from outside.",
    };
}

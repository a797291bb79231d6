using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.SerialisedHandler;

/// <summary>
/// <c>serialised-handler</c>: one lock admits one sender at a time, so that more tasks do not send more. Proven by the same without the
/// lock; visible in a throughput that one task reaches as well, and in the time in the lock, which accounts for the time per message.
/// </summary>
public sealed class SerialisedHandlerCause() : Cause(Name, provenBy: [ProcessQuantities.SendersShareLock])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "serialised-handler";

    private const string Account = "time in the lock per message, measured in the same run: one at a time, it is the time per message";

    // Two times count as alike up to this ratio. A task alone has the round trip beside the lock: where it is slower than this beside all
    // tasks together, the lock does not bind; nor does it where a message takes longer than this beside the time in the lock.
    private const double Alike = 1.5;

    private const string Fix = """
        // nothing slow under a lock that every call takes: prepare it once, outside
        private static readonly Lazy<X509Certificate2> Certificate = new(Load);
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy =>
        [CallQuantities.Callers, ProcessQuantities.CertificateTime, ProcessQuantities.SendersShareLock];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredFromWatch => [WatchQuantities.Contentions, WatchQuantities.ContendedShare];

    /// <inheritdoc/>
    protected override Screening? ScreenProcess(Evidence seen)
    {
        var share = seen.Value(WatchQuantities.ContendedShare);
        var waits = $"{FigureText.Whole(seen.Value(WatchQuantities.Contentions))} waits for locks, with a thread waiting "
            + $"{FigureText.Number(100 * share)} % of the time";
        return share < Screening.MinShare
            ? Screening.RuleOut(waits)
            : Screening.Suspected(
                share,
                waits + (seen.Find(WatchQuantities.ContendedAt) is { Value: var place } ? $", mostly in {place}" : ""),
                Fix,
                "the same without the lock, in the code");
    }

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        var seen = comparison.Baseline;
        var inLock = seen.Value(ProcessQuantities.CertificateTime);
        var one = comparison.Trials.FirstOrDefault(
            t => t.IsAlikeBut(seen, CallQuantities.Callers) && t.Find(CallQuantities.Callers) is { Value: 1 });
        if (one?.Find(comparison.Metric) is not { Value: var alone } || alone > Alike * comparison.Before || comparison.Before > Alike
            * inLock)
        {
            return null;
        }

        var claim = $"One lock lets one sender pass at a time: {FigureText.Number(1e6 / comparison.Before)} messages a second from "
            + $"{FigureText.Whole(seen.Value(CallQuantities.Callers))} tasks and {FigureText.Number(1e6 / alone)} from one, "
            + $"and {FigureText.Number(1e6 / comparison.After)} without the lock and nothing else changed.";
        return new Conclusion(claim, Fix) { Model = comparison.Account(Account, inLock) };
    }
}

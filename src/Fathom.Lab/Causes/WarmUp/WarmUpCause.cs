using Fathom.Lab.Observations;

namespace Fathom.Lab.Causes.WarmUp;

/// <summary>
/// <c>warm-up</c>: the first seconds of a process are slower, since code is compiled and windows grow. Proven by the same after seconds
/// that are not counted.
/// </summary>
public sealed class WarmUpCause : Cause
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "warm-up";

    private const string Fix = """
        # count after a while, and order what is compared at random: otherwise the first is the slowest, whatever it is
        fathom run mediator --profile full
        """;

    /// <inheritdoc/>
    public override string Id => Name;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> Needs => [CallQuantities.WarmUp, CallQuantities.Counted];

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> ProvenBy => [CallQuantities.WarmUp];

    /// <inheritdoc/>
    protected override Diagnosis? Prove(Comparison comparison)
    {
        if (comparison.Baseline.Value(CallQuantities.WarmUp) > 0)
        {
            return null;
        }

        var claim = $"A process begins slowly: {FigureText.Number(1e6 / comparison.Before)} messages a second over its first "
            + $"{comparison.Baseline.Get(CallQuantities.Counted).Text} s, and {FigureText.Number(1e6 / comparison.After)} after "
            + $"{comparison.Change.To} s that are not counted.{KindsText(comparison)}";
        return new Diagnosis(claim, Fix);
    }

    // An uncompressed payload cannot depend on its kind; published in a fixed order, it seemed to. The largest size of which several kinds
    // were measured shows it best.
    private static string KindsText(Comparison comparison)
    {
        var kinds = comparison.Trials
            .Where(t => t.Has(CallQuantities.PayloadRate) && t.Has(CallQuantities.PayloadBytes) && t.Has(CallQuantities.PayloadKind)
                && t.IsAlikeBut(comparison.Counterfactual, CallQuantities.PayloadKind, CallQuantities.PayloadBytes, CallQuantities.Counted))
            .GroupBy(t => t.Value(CallQuantities.PayloadBytes))
            .Select(size => size.DistinctBy(t => t.Value(CallQuantities.PayloadKind)).ToList())
            .Where(size => size.Count > 1)
            .MaxBy(size => size[0].Value(CallQuantities.PayloadBytes));
        if (kinds is null)
        {
            return "";
        }

        var rates = kinds.ConvertAll(t => t.Get(CallQuantities.PayloadRate));
        var overlap = rates.Max(r => r.Interval?.Low ?? r.Value) <= rates.Min(r => r.Interval?.High ?? r.Value);
        var each = kinds.Zip(rates, (t, r) => $"{FigureText.Number(r.Value)} ({t.Get(CallQuantities.PayloadKind).Text})");
        return $" In random order, uncompressed payloads of {kinds[0].Get(CallQuantities.PayloadBytes).Text} came at "
            + $"{string.Join(", ", each)} MB/s"
            + (overlap ? ": their intervals overlap, the kind makes no difference." : ".");
    }
}

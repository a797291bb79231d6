using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.WarmUp;

/// <summary>
/// <c>warm-up</c>: the first seconds of a process are slower, since code is compiled and windows grow. Proven by the same after seconds
/// that are not counted; it says nothing of runs so long that a start is lost in them. Of several kinds of payload it says whether they
/// make a difference, by tests of equivalence.
/// </summary>
public sealed class WarmUpCause() : Cause(Name, provenBy: [CallQuantities.WarmUp, CallQuantities.PayloadKind])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "warm-up";

    private const string Fix = """
        # count after a while, and order what is compared at random: otherwise the first is the slowest, whatever it is
        fathom run mediator --profile full
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [CallQuantities.WarmUp, CallQuantities.Counted];

    /// <inheritdoc/>
    protected override Conclusion? Prove(Comparison comparison)
    {
        if (comparison.Baseline.Value(CallQuantities.WarmUp) > 0)
        {
            return null;
        }

        var claim = $"A process begins slowly: {FigureText.Number(1e6 / comparison.Before)} messages a second over its first "
            + $"{comparison.Baseline.Get(CallQuantities.Counted).Text} s, and {FigureText.Number(1e6 / comparison.After)} after "
            + $"{comparison.Counterfactual.Get(CallQuantities.WarmUp).Text} s that are not counted. Nothing is said of longer "
            + $"runs, in which a start is lost.{KindsText(comparison)}";
        return new Conclusion(claim, Fix);
    }

    // An uncompressed payload cannot depend on its kind; published in a fixed order, it seemed to.
    private static string KindsText(Comparison comparison)
    {
        var kinds = comparison.AllComparisons.Where(c => c.Cause == Name && c.Difference.Asks == ComparisonQuestion.Equivalence
            && c.Change.Of.Contains(CallQuantities.PayloadKind)).ToList();
        if (kinds.Count == 0)
        {
            return "";
        }

        var each = kinds.SelectMany(c => new[] { c.Baseline, c.Counterfactual }).DistinctBy(t => t.Id)
            .Where(t => t.Has(CallQuantities.PayloadRate))
            .Select(t => $"{FigureText.Number(t.Value(CallQuantities.PayloadRate))} ({t.Get(CallQuantities.PayloadKind).Words})");
        return $" In random order, uncompressed payloads of "
            + $"{FigureText.Size(kinds[0].Baseline.Value(CallQuantities.PayloadBytes))} came at {string.Join(", ", each)} MB/s"
            + (kinds.TrueForAll(c => c.Difference.Supported)
                ? $": every two of them differ by less than {FigureText.Number(100 * (1 - DifferenceTest.Equivalence.Low))} %, the kind "
                    + "makes no difference."
                : ".");
    }
}

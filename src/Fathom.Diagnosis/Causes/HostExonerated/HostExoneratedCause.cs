using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.HostExonerated;

/// <summary>
/// <c>host-exonerated</c>: exchanging the server's host makes no difference to calls that another change makes faster. Shown by an
/// equivalence test, not by a missing difference, and only where another pair of the same baseline shows the effect: where nothing is slow,
/// two equally fast hosts prove nothing.
/// </summary>
public sealed class HostExoneratedCause() : Cause(Name, provenBy: [CallQuantities.ServerStack])
{
    /// <summary>The name of the cause.</summary>
    public const string Name = "host-exonerated";

    private const string Fix = """
        // keep the host: exchanging it changes nothing here;
        // the other pairs of these calls show what does
        """;

    /// <inheritdoc/>
    public override IReadOnlyList<Quantity> RequiredInStudy => [CallQuantities.ServerStack];

    /// <summary>Null: a host that makes a difference is not exonerated.</summary>
    protected override Conclusion? Prove(Comparison comparison) => null;

    /// <inheritdoc/>
    protected override Conclusion? ProveEquivalence(Comparison comparison)
    {
        var effect = comparison.AllComparisons.FirstOrDefault(IsEffect);
        if (effect is null)
        {
            return null;
        }

        var ratio = comparison.Difference.Ratio;
        return new Conclusion(
            $"The host makes no difference: the same client takes {FigureText.Duration(comparison.Before)} with "
                + $"{comparison.Change.FromWords} and {FigureText.Duration(comparison.After)} with {comparison.Change.ToWords} (ratio "
                + $"{FigureText.Number(ratio.Value)}, "
                + $"{FigureText.Number(ratio.Low)} to {FigureText.Number(ratio.High)}, margin "
                + $"{FigureText.Number(DifferenceTest.Equivalence.Low)} to {FigureText.Number(DifferenceTest.Equivalence.High)}), where "
                + $"another change alone ({effect.Change.ToWords}) makes the same calls "
                + $"{FigureText.Number(effect.Difference.Ratio.Value)} times faster.",
            Fix);

        bool IsEffect(Comparison other) => other.Baseline.Id == comparison.Baseline.Id
            && other.Difference is { Asks: ComparisonQuestion.Difference, Supported: true }
            && other.Metric == comparison.Metric && !other.Change.Of.Contains(CallQuantities.ServerStack);
    }
}

namespace Fathom.Diagnosis.Experiments;

/// <summary>How many of some are of a kind, where none depends on another.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Count">How many.</param>
/// <param name="All">Of how many, at least one.</param>
public sealed record ShareReading(Contrast Of, int Count, int All) : PooledReading(Of, [(double)Count / All])
{
    /// <summary>How likely a share as far outside of a range is if each is of it with a chance in the range: the binomial test.</summary>
    public override double PValue(Prediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        var (hasLow, hasHigh) = (prediction.Low > 0, prediction.High < 1);
        var below = hasLow ? Enumerable.Range(0, Count + 1).Sum(k => Chance.Binomial(k, All, prediction.Low)) : 1;
        var above = hasHigh ? Enumerable.Range(Count, All - Count + 1).Sum(k => Chance.Binomial(k, All, prediction.High)) : 1;
        return Math.Min(1, (hasLow && hasHigh ? 2 : 1) * Math.Min(below, above));
    }

    /// <inheritdoc/>
    public override Reading With(Reading further)
    {
        var more = (ShareReading)further;
        return new ShareReading(Of, Count + more.Count, All + more.All);
    }
}

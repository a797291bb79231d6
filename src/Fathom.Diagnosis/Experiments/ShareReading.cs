namespace Fathom.Diagnosis.Experiments;

/// <summary>How many of some are of a kind, where none depends on another.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Count">How many.</param>
/// <param name="All">Of how many, at least one.</param>
public sealed record ShareReading(Contrast Of, int Count, int All) : Reading(Of, [(double)Count / All])
{
    /// <summary>How likely so many are of it if at most the share is: the binomial test.</summary>
    public override double PValue(Prediction prediction)
    {
        ArgumentNullException.ThrowIfNull(prediction);
        return Enumerable.Range(Count, All - Count + 1).Sum(k => Chance.Binomial(k, All, prediction.High));
    }
    /// <inheritdoc/>
    public override Reading With(Reading further)
    {
        var more = (ShareReading)further;
        return new ShareReading(Of, Count + more.Count, All + more.All);
    }

    /// <inheritdoc/>
    public override bool IsShort(double level) => false;
}

namespace Fathom.Diagnosis.Experiments;

/// <summary>How often something happens, later and at first.</summary>
/// <param name="Of">The contrast.</param>
/// <param name="Later">How often it happened later.</param>
/// <param name="LaterOf">Of how many.</param>
/// <param name="First">How often it happened at first.</param>
/// <param name="FirstOf">Of how many.</param>
public sealed record FrequencyReading(Contrast Of, int Later, int LaterOf, int First, int FirstOf)
    : PooledReading(Of, [(double)Later / LaterOf / ((double)First / FirstOf)])
{
    /// <summary>How likely it happens as much less often later, or more often, if it is as frequent: Fisher's exact test.</summary>
    public override double PValue(Prediction prediction)
    {
        var (all, of) = (First + Later, FirstOf + LaterOf);
        var (atMost, atLeast) = (0.0, 0.0);
        for (var later = Math.Max(0, all - FirstOf); later <= Math.Min(all, LaterOf); later++)
        {
            var chance = Chance.Hypergeometric(later, LaterOf, all, of);
            atMost += later <= Later ? chance : 0;
            atLeast += later >= Later ? chance : 0;
        }

        return Math.Min(1, 2 * Math.Min(atMost, atLeast));
    }

    /// <inheritdoc/>
    public override Reading With(Reading further)
    {
        var more = (FrequencyReading)further;
        return new FrequencyReading(Of, Later + more.Later, LaterOf + more.LaterOf, First, FirstOf);
    }
}

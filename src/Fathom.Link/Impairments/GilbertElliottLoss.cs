namespace Fathom.Link.Impairments;

/// <summary>
/// Loss in bursts: a chain of a good and a bad state, each with a loss of its own (Gilbert 1960; Elliott 1963; the parameters are those of
/// tc-netem's <c>gemodel</c>, which writes 1-h for <paramref name="LossInBad"/> and 1-k for <paramref name="LossInGood"/>). It starts in
/// the good state.
/// </summary>
/// <param name="ToBad">Probability, for each packet, of going from good to bad; 0 to 1.</param>
/// <param name="ToGood">Probability, for each packet, of going from bad to good; above 0, to 1. Bursts last 1/ToGood packets on
/// average.</param>
/// <param name="LossInBad">Probability of loss in the bad state, 0 to 1.</param>
/// <param name="LossInGood">Probability of loss in the good state, 0 to 1.</param>
public sealed record GilbertElliottLoss(double ToBad, double ToGood, double LossInBad = 1, double LossInGood = 0) : LossModel
{
    /// <inheritdoc/>
    public override double LongRunShare => ((ToBad * LossInBad) + (ToGood * LossInGood)) / (ToBad + ToGood);

    internal override ILossProcess Start(ImpairmentRandom random) => new Process(this, random);

    private sealed class Process(GilbertElliottLoss model, ImpairmentRandom random) : ILossProcess
    {
        private bool _bad;

        public bool Loses()
        {
            _bad = _bad ? !random.Happens(model.ToGood) : random.Happens(model.ToBad);
            return random.Happens(_bad ? model.LossInBad : model.LossInGood);
        }
    }
}

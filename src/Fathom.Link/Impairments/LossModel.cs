using System.Text.Json.Serialization;

namespace Fathom.Link.Impairments;

/// <summary>A loss model; immutable.</summary>
[JsonDerivedType(typeof(IndependentLoss), "independent")]
[JsonDerivedType(typeof(GilbertElliottLoss), "gilbert-elliott")]
public abstract record LossModel
{
    /// <summary>No loss.</summary>
    public static LossModel None { get; } = new IndependentLoss(0);

    /// <summary>Expected share of lost packets, 0 to 1.</summary>
    public abstract double MeanLossRate { get; }

    internal abstract ILossProcess Start(ImpairmentRandom random);
}

/// <summary>State of a loss model. Owned by one direction, called once per packet in order.</summary>
internal interface ILossProcess
{
    bool IsNextLost();
}

/// <summary>Each packet is lost with the same probability, independently of the others.</summary>
/// <param name="Probability">0 to 1.</param>
public sealed record IndependentLoss(double Probability) : LossModel
{
    /// <inheritdoc/>
    public override double MeanLossRate => Probability;

    internal override ILossProcess Start(ImpairmentRandom random) => new Process(Probability, random);

    private sealed class Process(double probability, ImpairmentRandom random) : ILossProcess
    {
        public bool IsNextLost() => random.NextBoolean(probability);
    }
}

/// <summary>
/// Loss in bursts: a Markov chain with a good and a bad state, each with its own loss probability (Gilbert 1960, Elliott 1963). The
/// parameters are those of tc-netem's <c>gemodel</c>, which writes 1-h for <paramref name="LossInBad"/> and 1-k for
/// <paramref name="LossInGood"/>. The chain starts in the good state.
/// </summary>
/// <param name="ToBad">Probability per packet of changing from good to bad, 0 to 1.</param>
/// <param name="ToGood">Probability per packet of changing from bad to good, above 0 and at most 1. The mean burst is 1/ToGood
/// packets.</param>
/// <param name="LossInBad">Probability of loss in the bad state, 0 to 1.</param>
/// <param name="LossInGood">Probability of loss in the good state, 0 to 1.</param>
public sealed record GilbertElliottLoss(double ToBad, double ToGood, double LossInBad = 1, double LossInGood = 0) : LossModel
{
    /// <inheritdoc/>
    public override double MeanLossRate => ((ToBad * LossInBad) + (ToGood * LossInGood)) / (ToBad + ToGood);

    internal override ILossProcess Start(ImpairmentRandom random) => new Process(this, random);

    private sealed class Process(GilbertElliottLoss model, ImpairmentRandom random) : ILossProcess
    {
        private bool _bad;

        public bool IsNextLost()
        {
            _bad = _bad ? !random.NextBoolean(model.ToGood) : random.NextBoolean(model.ToBad);
            return random.NextBoolean(_bad ? model.LossInBad : model.LossInGood);
        }
    }
}

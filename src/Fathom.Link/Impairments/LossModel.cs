namespace Fathom.Link.Impairments;

/// <summary>A loss model; immutable.</summary>
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
/// <param name="Share">0 to 1.</param>
public sealed record IndependentLoss(double Share) : LossModel
{
    /// <inheritdoc/>
    public override double MeanLossRate => Share;

    internal override ILossProcess Start(ImpairmentRandom random) => new Process(Share, random);

    private sealed class Process(double share, ImpairmentRandom random) : ILossProcess
    {
        public bool IsNextLost() => random.NextBoolean(share);
    }
}

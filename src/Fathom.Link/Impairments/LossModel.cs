namespace Fathom.Link.Impairments;

/// <summary>How packets are lost on the way: a frozen description.</summary>
public abstract record LossModel
{
    /// <summary>Nothing is lost.</summary>
    public static LossModel None { get; } = new IndependentLoss(0);

    /// <summary>The share of packets lost in the long run, 0 to 1.</summary>
    public abstract double LongRunShare { get; }

    internal abstract ILossProcess Start(ImpairmentRandom random);
}

/// <summary>A loss model at work: owned by one direction, asked once for each packet, in order.</summary>
internal interface ILossProcess
{
    bool Loses();
}

namespace Fathom.Link.Impairments;

/// <summary>Each packet is lost with the same probability, whatever befell the others.</summary>
/// <param name="Share">0 to 1.</param>
public sealed record IndependentLoss(double Share) : LossModel
{
    /// <inheritdoc/>
    public override double LongRunShare => Share;

    internal override ILossProcess Start(ImpairmentRandom random) => new Process(Share, random);

    private sealed class Process(double share, ImpairmentRandom random) : ILossProcess
    {
        public bool Loses() => random.Happens(share);
    }
}

namespace Fathom.Link.Impairments;

/// <summary>Draws what happens to each packet before the queue: loss, duplication, corruption. Owned by one direction; not
/// thread-safe.</summary>
internal sealed class ImpairmentSource(DirectionPlan plan, long seed, string name)
{
    private readonly ILossProcess _loss = plan.Loss.Start(new ImpairmentRandom(seed, name + " loss"));
    private readonly ImpairmentRandom _duplication = new(seed, name + " duplication");
    private readonly ImpairmentRandom _corruption = new(seed, name + " corruption");

    /// <summary>The impairment of the next packet.</summary>
    /// <param name="length">Its bytes, above 0.</param>
    public PacketImpairment Next(int length)
    {
        // The draw comes first, so that a path MTU changes no other packet's fate.
        var lost = _loss.IsNextLost();
        if (length > plan.PathMtu)
        {
            return PacketImpairment.LargerThanPath;
        }

        if (lost)
        {
            return new PacketImpairment(true, false, -1);
        }

        var duplicated = _duplication.NextBoolean(plan.Duplicate);
        var corrupted = _corruption.NextBoolean(plan.Corrupt) ? _corruption.Next(length * 8) : -1;
        return new PacketImpairment(false, duplicated, corrupted);
    }
}

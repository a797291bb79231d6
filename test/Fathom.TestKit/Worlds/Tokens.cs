namespace Fathom.TestKit.Worlds;

/// <summary>A limit of the rate of calls: each takes a token. They come at their pace whether calls do or not, several at once, and no more
/// are kept than a burst.</summary>
internal sealed class Tokens(EventQueue events, WorldParameters world)
{
    // All that are kept are there at first.
    private double _nextMs = double.NegativeInfinity;

    /// <summary>Takes a token.</summary>
    /// <returns>How long it is waited for, ms.</returns>
    public double Take()
    {
        var token = Math.Max(_nextMs, events.NowMs - ((world.TokenBurst - 1) * world.TokenGapMs));
        _nextMs = token + world.TokenGapMs;
        var period = world.TokensAtOnce * world.TokenGapMs;
        return world.TokensAtOnce > 1 ? Math.Max(0, (Math.Ceiling(token / period) * period) - events.NowMs) : token - events.NowMs;
    }
}

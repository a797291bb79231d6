namespace Fathom.TestKit.Worlds;

/// <summary>A limit of the rate of calls: each takes a token. They come at their pace whether calls do or not, several at once by a clock,
/// and no more are kept than a burst.</summary>
internal sealed class Tokens(EventQueue events, WorldParameters world)
{
    // All that are kept are there at first.
    private double _nextMs = double.NegativeInfinity;
    private long _ticks;
    private int _left = world.TokenBurst;

    /// <summary>Takes a token.</summary>
    /// <returns>How long it is waited for, ms.</returns>
    public double Take()
    {
        if (world.TokensAtOnce > 1)
        {
            return TakeOfTicks(world.TokensAtOnce * world.TokenGapMs);
        }

        var token = Math.Max(_nextMs, events.NowMs - ((world.TokenBurst - 1) * world.TokenGapMs));
        _nextMs = token + world.TokenGapMs;
        return token - events.NowMs;
    }

    // Fewer than none are left where calls wait for those that come.
    private double TakeOfTicks(double periodMs)
    {
        var ticks = (long)(events.NowMs / periodMs);
        _left = (int)Math.Min(world.TokenBurst, _left + ((ticks - _ticks) * world.TokensAtOnce));
        _ticks = ticks;
        _left--;
        return _left >= 0 ? 0 : ((ticks + Math.Ceiling((double)-_left / world.TokensAtOnce)) * periodMs) - events.NowMs;
    }
}

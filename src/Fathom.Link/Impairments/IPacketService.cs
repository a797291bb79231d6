namespace Fathom.Link.Impairments;

/// <summary>Service of the queue: decides when the last bit of a packet is sent. Times ascend from call to call.</summary>
internal interface IPacketService
{
    /// <summary>Earliest start of service at or after <paramref name="ready"/>.</summary>
    long StartOf(long ready);

    /// <summary>Serves a packet from <paramref name="start"/>, the result of <see cref="StartOf"/>. Returns when its last bit is
    /// sent.</summary>
    long Serve(long start, int bytes);
}

/// <summary>No rate limit: each packet leaves at once.</summary>
internal sealed class UnboundedRate : IPacketService
{
    public long StartOf(long ready) => ready;

    public long Serve(long start, int bytes) => start;
}

/// <summary>A constant bit rate. Fractions of nanoseconds are carried over, so the long-run rate is exact.</summary>
internal sealed class ConstantRate(long bitsPerSecond) : IPacketService
{
    private const long Second = 1_000_000_000;
    private long _free;
    private long _fraction;

    public long StartOf(long ready) => Math.Max(ready, _free);

    public long Serve(long start, int bytes)
    {
        // A packet is at most 65,535 bytes: the product stays far below 2^63.
        var scaled = (bytes * 8 * Second) + (start > _free ? 0 : _fraction);
        _fraction = scaled % bitsPerSecond;
        _free = start + (scaled / bitsPerSecond);
        return _free;
    }
}

namespace Fathom.Link.Impairments;

/// <summary>A line of so many bits a second. Fractions of nanoseconds are carried on, so that the rate is exact in the long run.</summary>
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

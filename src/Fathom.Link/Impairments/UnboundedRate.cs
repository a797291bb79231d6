namespace Fathom.Link.Impairments;

/// <summary>No rate is asked for: each packet leaves as it comes.</summary>
internal sealed class UnboundedRate : IPacketService
{
    public long StartOf(long ready) => ready;

    public long Serve(long start, int bytes) => start;
}

using Fathom.Wire.Http2;

namespace Fathom.Tests.Wire.Http2;

/// <summary>One thing a peer must not do: by which rule, how it is done, and how it is answered (<c>Stream</c> 0: the connection
/// ends).</summary>
internal sealed record Violation(string Rule, Http2ErrorCode Code, int Stream, Action<RawPeer> Do)
{
    public void Verify(RawPeer peer)
    {
        Do(peer);
        if (Stream == 0)
        {
            peer.ExpectConnectionError(Code);
        }
        else
        {
            peer.ExpectStreamError(Stream, Code);
        }
    }

    public static TheoryData<string> Names(IEnumerable<Violation> table) => [.. table.Select(row => row.Rule)];
}

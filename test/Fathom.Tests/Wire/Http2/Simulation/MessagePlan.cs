namespace Fathom.Tests.Wire.Http2.Simulation;

/// <summary>What one side of a call sends, if nothing comes between; derived, so that the other side knows it too.</summary>
/// <param name="Length">Bytes of the body.</param>
/// <param name="DeclaresLength">Whether the fields say so (content-length).</param>
/// <param name="HasTrailers">Whether trailers end the message.</param>
/// <param name="EndsWithHeaders">Whether the fields already end it; only an empty body without trailers.</param>
/// <param name="HasInterim">Server: whether an interim response precedes.</param>
/// <param name="RespondAt">Server: bytes of the request after which it answers.</param>
/// <param name="ResetAt">Bytes sent and received after which this side resets the stream; -1: never.</param>
internal readonly record struct MessagePlan(
    int Length, bool DeclaresLength, bool HasTrailers, bool EndsWithHeaders, bool HasInterim, int RespondAt, int ResetAt)
{
    public static MessagePlan Of(WorldShape shape, int streamId, bool fromClient)
    {
        var hash = Content.Mix(Content.Key(shape.Seed, streamId, fromClient) + 1);
        var size = (int)(hash & 0xff) switch
        {
            < 40 => 0,
            < 100 => 1 + (int)((hash >> 8) % (ulong)Math.Max(1, shape.LargestMessage / 20)),
            _ => (int)((hash >> 8) % (ulong)shape.LargestMessage),
        };
        var bits = Content.Mix(hash);
        var trailers = (bits & 3) != 0 != fromClient;
        var resets = (bits >> 8) % 1000 < (ulong)shape.ResetsPerMille;
        return new MessagePlan(
            size,
            (bits & 0x10) != 0,
            trailers,
            size == 0 && !trailers && (bits & 0x20) != 0,
            (bits & 0xc0) == 0,
            fromClient || (bits & 0x300000) == 0 ? 0 : (int)((bits >> 24) % (ulong)(shape.LargestMessage + 1)),
            resets ? (int)((bits >> 40) % (ulong)(shape.LargestMessage / 2 + 1)) : -1);
    }
}

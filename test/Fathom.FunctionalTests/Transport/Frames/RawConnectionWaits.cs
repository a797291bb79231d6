using Fathom.TestKit;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.FunctionalTests.Transport.Frames;

/// <summary>Waits for what the other end of a <see cref="RawConnection"/> does.</summary>
internal static class RawConnectionWaits
{
    /// <summary>Does something until the other end has had enough of it, which must be before it was done <paramref name="most"/>
    /// times.</summary>
    public static async Task FloodAsync(this RawConnection peer, int most, Action<int> once)
    {
        for (var i = 0; i < most && peer.Failure is null && !peer.IsEnded;)
        {
            for (var end = Math.Min(most, i + 20); i < end; i++)
            {
                once(i);
            }

            if (!await peer.FlushAsync())
            {
                return;
            }
        }
    }

    /// <summary>Sends PING, and waits until the other end has read all that went before it, or has ended the connection.</summary>
    public static async Task ReadByPeerAsync(this RawConnection peer)
    {
        await peer.Ping(1).FlushAsync();
        await Eventually.HoldsAsync(() => peer.IsEnded || peer.Frames().Exists(
            frame => frame.Header.Type == Http2FrameType.Ping && frame.Payload[0] == 1), "the host has read it");
    }

    /// <summary>Waits until the other end ends the connection with a reason.</summary>
    public static async Task<(Http2ErrorCode Code, string Reason)> FailureAsync(this RawConnection peer)
    {
        await Eventually.HoldsAsync(() => peer.Failure is not null || peer.IsEnded, "GOAWAY with an error");
        var failure = peer.Failure.ShouldNotBeNull("the connection was closed without GOAWAY");
        await Eventually.HoldsAsync(() => peer.IsEnded, "the connection is closed after GOAWAY");
        return (failure.Code, failure.Reason);
    }

    /// <summary>Waits for RST_STREAM.</summary>
    public static async Task<Http2ErrorCode> ResetAsync(this RawConnection peer, int streamId)
    {
        RawFrame? Found() => peer.Frames().Find(
            frame => frame.Header.Type == Http2FrameType.RstStream && frame.Header.StreamId == streamId);
        await Eventually.HoldsAsync(() => Found() is not null || peer.IsEnded, $"RST_STREAM for {streamId}");
        return Found().ShouldNotBeNull($"the connection ended instead: {peer.Failure?.Code} {peer.Failure?.Reason}").Code;
    }

    /// <summary>Waits for the end of a response.</summary>
    /// <returns>The field blocks of the stream, as they came.</returns>
    public static async Task<List<byte[]>> ResponseAsync(this RawConnection peer, int streamId)
    {
        List<RawFrame> Found() => peer.Frames().FindAll(
            frame => frame.Header.Type == Http2FrameType.Headers && frame.Header.StreamId == streamId);
        await Eventually.HoldsAsync(() => Found().Exists(frame => frame.Header.Has(FrameFlag.EndStream)) || peer.IsEnded,
            $"a response on {streamId}");
        return [.. Found().Select(frame => frame.Payload)];
    }

    /// <summary>Waits until a PING is answered: the connection is served still.</summary>
    public static async Task ServedAsync(this RawConnection peer)
    {
        bool Answered() => peer.Frames().Exists(frame => frame.Header.Type == Http2FrameType.Ping && frame.Header.Has(FrameFlag.Ack)
            && frame.Payload[0] == 0x77);
        await peer.Ping(0x77).FlushAsync();
        await Eventually.HoldsAsync(() => Answered() || peer.IsEnded, "an answer to PING");
        Answered().ShouldBeTrue($"the connection ended: {peer.Failure?.Code} {peer.Failure?.Reason}");
    }
}

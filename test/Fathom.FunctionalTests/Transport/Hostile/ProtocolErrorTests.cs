using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What a client gets wrong ends its stream or its connection, with the code of the mistake.</summary>
public sealed class ProtocolErrorTests(Siege siege) : IClassFixture<Siege>
{
    [Theory]
    [InlineData("a window of the connection over 2^31-1", Http2ErrorCode.FlowControlError)]
    [InlineData("DATA beyond the window of the connection", Http2ErrorCode.FlowControlError)]
    [InlineData("a frame that is too large", Http2ErrorCode.FrameSizeError)]
    [InlineData("an HPACK table that is too large", Http2ErrorCode.CompressionError)]
    [InlineData("something else than the preface", Http2ErrorCode.ProtocolError)]
    public Task What_breaks_the_protocol_ends_the_connection_with_its_code(string what, Enum code) => siege.OfAsync(async host =>
    {
        using var peer = what.Contains("preface", StringComparison.Ordinal) ? await OpenAsync(host.Address)
            : await ConnectAsync(host.Address);
        _ = what switch
        {
            "a window of the connection over 2^31-1" => peer.WindowUpdate(0, int.MaxValue),
            "DATA beyond the window of the connection" => Unread(peer, [1, 3], 600_000),
            "a frame that is too large" => peer.Frame(Http2FrameType.Data, 0, 1, new byte[SettingsPayload.SmallestMaxFrameSize + 1]),

            // A size update to 4,097 (RFC 7541 section 6.3).
            "an HPACK table that is too large" => peer.Frame(
                Http2FrameType.Headers, FrameFlag.EndHeaders, 1, [0x3f, 0xe2, 0x1f, .. RequestBlock(UnaryPath)]),
            _ => peer.Bytes("GET / HTTP/1.1\r\nhost: x\r\n\r\n"u8),
        };
        await peer.FlushAsync();

        (await peer.FailureAsync()).Code.ShouldBe((Http2ErrorCode)code);
    });

    [Theory]
    [InlineData("a field list that is too large", Http2ErrorCode.EnhanceYourCalm)]
    [InlineData("an HPACK bomb", Http2ErrorCode.EnhanceYourCalm)]
    [InlineData("DATA beyond the window of the stream", Http2ErrorCode.FlowControlError)]
    [InlineData("a window of the stream over 2^31-1", Http2ErrorCode.FlowControlError)]
    [InlineData("a stream beyond those allowed", Http2ErrorCode.RefusedStream)]
    public Task What_breaks_a_stream_ends_that_stream_and_the_connection_goes_on(string what, Enum code) =>
        siege.OfAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        var id = 1;
        switch (what)
        {
            case "a field list that is too large":
                peer.LongFieldList(1, RequestBlock(UnaryPath));
                break;
            case "an HPACK bomb":
                peer.HpackBomb(1, RequestBlock(UnaryPath));
                break;
            case "DATA beyond the window of the stream":
                Unread(peer, [1], 800_000);
                break;
            case "a window of the stream over 2^31-1":
                peer.Request(1, DuplexPath).WindowUpdate(1, int.MaxValue);
                break;
            default:
                for (; id <= 2 * Http2Options.Default.MaxConcurrentStreams; id += 2)
                {
                    peer.Request(id, DuplexPath);
                }

                peer.Request(id, DuplexPath);
                break;
        }

        await peer.FlushAsync();

        (await peer.ResetAsync(id)).ShouldBe((Http2ErrorCode)code);
        await peer.ServedAsync();
    });

    /// <summary>A call whose handler has a message that keeps it busy, and then DATA that it does not read.</summary>
    private static RawConnection Unread(RawConnection peer, int[] streams, int bytes)
    {
        // delay_ms: a minute.
        byte[] busy = Message([0x28, .. Varint(60_000)]);
        foreach (var id in streams)
        {
            peer.Request(id, DuplexPath).Data(id, busy).Data(id, new byte[bytes]);
        }

        return peer;
    }
}

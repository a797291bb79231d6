using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Hostile.RawConnection;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What a client does too often, or too much of, ends its connection with the code and the name of the limit, and costs nobody
/// else.</summary>
public sealed class FloodTests
{
    private static readonly Http2Limits Limits = Http2Limits.Default;

    private static readonly Dictionary<string, Flood> Floods = new()
    {
        ["rapid reset"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(Id(i), DuplexPath).Reset(Id(i))),
        ["resets provoked by WINDOW_UPDATE of 0"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(Id(i), DuplexPath).WindowUpdate(Id(i), 0)),
        ["malformed requests"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(Id(i), UnaryPath, true, ("connection", "close"))),
        ["streams beyond those allowed"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(Id(i), DuplexPath)),
        ["PING"] = new(nameof(Limits.MaxPingsPerSecond), Limits.MaxPingsPerSecond, (p, i) => p.Ping((byte)i)),
        ["SETTINGS"] = new(nameof(Limits.MaxSettingsPerSecond), Limits.MaxSettingsPerSecond,
            (p, i) => p.Settings((Http2SettingId.InitialWindowSize, (uint)i))),
        ["DATA without bytes"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => Opened(p, i).Data(1, [])),
        ["DATA of padding"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => Opened(p, i).Frame(Http2FrameType.Data, FrameFlag.Padded, 1, 2, 0, 0)),
        ["HEADERS without bytes"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => p.Frame(Http2FrameType.Headers, 0, Id(i))
                .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, Id(i), RequestBlock(UnaryPath))),
        ["CONTINUATION without end"] = new(nameof(Limits.MaxContinuationFrames), Limits.MaxContinuationFrames, (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? RequestBlock(UnaryPath) : Block(("x", "y")))),
        ["a field block without end"] = new(nameof(Limits.MaxHeaderBlockBytes), 4, (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1,
                i == 0 ? RequestBlock(UnaryPath) : Block(("x", new string('y', 16_000))))),
        ["tiny WINDOW_UPDATE"] = new(nameof(Limits.MaxTinyWindowUpdatesPerSecond), Limits.MaxTinyWindowUpdatesPerSecond,
            (p, _) => p.WindowUpdate(0, 1)),
        ["PRIORITY"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, _) => p.Frame(Http2FrameType.Priority, 0, 1, 0, 0, 0, 0, 0)),
        ["frames of an unknown type"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, _) => p.Frame((Http2FrameType)0x42, 0, 0, 1, 2, 3)),
    };

    public static TheoryData<string> Names => [.. Floods.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public Task Whatever_comes_too_often_ends_the_connection_with_ENHANCE_YOUR_CALM(string name) => Siege.RunAsync(async host =>
    {
        var flood = Floods[name];
        using var peer = await ConnectAsync(host.Address);

        // Counted in windows of a second: a sender that is held up may have to begin again.
        await peer.FloodAsync(20 * flood.Allowed + 100, i => flood.Do(peer, i));

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, flood.Limit));
        await host.SaysAsync(flood.Limit);
    });

    [Theory]
    [InlineData("a window of the connection over 2^31-1", Http2ErrorCode.FlowControlError)]
    [InlineData("DATA beyond the window of the connection", Http2ErrorCode.FlowControlError)]
    [InlineData("a frame that is too large", Http2ErrorCode.FrameSizeError)]
    [InlineData("an HPACK table that is too large", Http2ErrorCode.CompressionError)]
    [InlineData("something else than the preface", Http2ErrorCode.ProtocolError)]
    public Task What_breaks_the_protocol_ends_the_connection_with_its_code(string what, Enum code) => Siege.RunAsync(async host =>
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
        Siege.RunAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        var id = 1;
        switch (what)
        {
            case "a field list that is too large":
                peer.Frame(Http2FrameType.Headers, 0, 1, RequestBlock(UnaryPath));
                peer.Frame(Http2FrameType.Continuation, 0, 1, Block(("x", new string('a', 16_000))));
                peer.Frame(Http2FrameType.Continuation, 0, 1, Block(("x", new string('b', 16_000))));
                peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1, Block(("x", new string('c', 1_000))));
                break;
            case "an HPACK bomb":
                // One entry of 3,000 bytes, named 16,000 times in one frame: 48 MB.
                byte[] entry = [0x40, .. Block(("x", new string('a', 3_000))).AsSpan(1)];
                peer.Frame(Http2FrameType.Headers, 0, 1, [.. RequestBlock(UnaryPath), .. entry]);
                peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, 1, [.. Enumerable.Repeat((byte)0xbe, 16_000)]);
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

    [Fact]
    public Task An_HPACK_bomb_on_every_stream_of_many_connections_costs_little() => Siege.RunAsync(async host =>
    {
        byte[] entry = [0x40, .. Block(("x", new string('a', 3_000))).AsSpan(1)];
        for (var connection = 0; connection < 20; connection++)
        {
            using var peer = await ConnectAsync(host.Address);
            for (var i = 0; i < 100; i++)
            {
                peer.Frame(Http2FrameType.Headers, 0, Id(i), [.. RequestBlock(UnaryPath), .. entry]);
                peer.Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, Id(i), [.. Enumerable.Repeat((byte)0xbe, 16_000)]);
            }

            await peer.FlushAsync();
            (await peer.ResetAsync(Id(99))).ShouldBe(Http2ErrorCode.EnhanceYourCalm);
        }
    });

    [Fact]
    public Task Endless_messages_of_DATA_of_one_byte_are_read_and_cost_nobody_else() => Siege.RunAsync(async host =>
    {
        const int Size = 300_000;
        using var peer = await ConnectAsync(host.Address);
        peer.Request(1, UnaryPath).Data(1, Message([0x0a, .. Varint(Size), .. new byte[Size]]), endStream: true, frameSize: 1);
        peer.WindowUpdate(0, 10 * Size).WindowUpdate(1, 10 * Size);

        (await peer.FlushAsync()).ShouldBeTrue();

        (await peer.ResponseAsync(1)).Count.ShouldBe(2);
        peer.DataBytes.ShouldBeGreaterThan(Size);
    });

    [Fact]
    public Task Answers_to_PINGs_that_were_never_sent_and_GOAWAY_again_and_again_are_borne() => Siege.RunAsync(async host =>
    {
        using var peer = await ConnectAsync(host.Address);
        for (var i = 0; i < 50_000; i++)
        {
            peer.Frame(Http2FrameType.Ping, FrameFlag.Ack, 0, 1, 2, 3, 4, 5, 6, 7, 8)
                .Frame(Http2FrameType.GoAway, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        }

        await peer.FlushAsync();

        await peer.ServedAsync();
    });

    [Fact]
    public Task Connections_that_come_and_go_without_end_leave_nothing() => Siege.RunAsync(async host =>
    {
        for (var i = 0; i < 2_000; i++)
        {
            using var peer = await ConnectAsync(host.Address, reads: false);
            await peer.Request(1, DuplexPath).FlushAsync();
        }
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

    private static RawConnection Opened(RawConnection peer, int i) => i == 0 ? peer.Request(1, DuplexPath) : peer;

    private static byte[] Varint(int value)
    {
        List<byte> bytes = [];
        for (; value > 0x7f; value >>= 7)
        {
            bytes.Add((byte)(value | 0x80));
        }

        return [.. bytes, (byte)value];
    }

    private static int Id(int i) => 1 + 2 * i;

    private sealed record Flood(string Limit, int Allowed, Action<RawConnection, int> Do);
}

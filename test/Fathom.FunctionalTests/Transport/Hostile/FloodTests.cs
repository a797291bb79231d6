using Fathom.FunctionalTests.Transport.Frames;
using Fathom.TestKit;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What a client does too often, or too much of, ends its connection with the code and the name of the limit, and costs nobody
/// else.</summary>
public sealed class FloodTests(Siege siege) : IClassFixture<Siege>
{
    private const int DeadBytes = 1000;

    private static readonly Http2Limits Limits = Http2Limits.Default;

    private static readonly Dictionary<string, Flood> Floods = new()
    {
        ["rapid reset"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(StreamId(i), DuplexPath).Reset(StreamId(i))),
        ["resets provoked by WINDOW_UPDATE of 0"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(StreamId(i), DuplexPath).WindowUpdate(StreamId(i), 0)),
        ["malformed requests"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(StreamId(i), UnaryPath, true, ("connection", "close"))),
        ["streams beyond those allowed"] = new(nameof(Limits.MaxResetsPerSecond), Limits.MaxResetsPerSecond,
            (p, i) => p.Request(StreamId(i), DuplexPath)),
        ["PING"] = new(nameof(Limits.MaxPingsPerSecond), Limits.MaxPingsPerSecond, (p, i) => p.Ping((byte)i)),
        ["SETTINGS"] = new(nameof(Limits.MaxSettingsPerSecond), Limits.MaxSettingsPerSecond,
            (p, i) => p.Settings((Http2SettingId.InitialWindowSize, (uint)i))),
        ["DATA without bytes"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => Opened(p, i).Data(1, [])),
        ["DATA of padding"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => Opened(p, i).Frame(Http2FrameType.Data, FrameFlag.Padded, 1, 2, 0, 0)),
        ["HEADERS without bytes"] = new(nameof(Limits.MaxEmptyFramesPerSecond), Limits.MaxEmptyFramesPerSecond,
            (p, i) => p.Frame(Http2FrameType.Headers, 0, StreamId(i))
                .Frame(Http2FrameType.Continuation, FrameFlag.EndHeaders, StreamId(i), RequestBlock(UnaryPath))),
        ["CONTINUATION without end"] = new(nameof(Limits.MaxContinuationFrames), Limits.MaxContinuationFrames, (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? RequestBlock(UnaryPath) : Block(("x", "y")))),
        ["a field block without end"] = new(nameof(Limits.MaxHeaderBlockBytes), 4, (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1,
                i == 0 ? RequestBlock(UnaryPath) : Block(("x", new string('y', 16_000))))),
        ["tiny WINDOW_UPDATE"] = new(nameof(Limits.MaxTinyWindowUpdatesPerSecond), Limits.MaxTinyWindowUpdatesPerSecond,
            (p, _) => p.WindowUpdate(0, 1)),
        ["PRIORITY"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, _) => p.Frame(Http2FrameType.Priority, 0, 1, 0, 0, 0, 0, 0)),
        ["DATA that ends a stream that was reset"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, i) => (i == 0 ? p.Request(1, DuplexPath).WindowUpdate(1, 0) : p).Data(1, [], endStream: true)),
        ["DATA on a stream that was reset, beyond its window"] = new(nameof(Limits.MaxIgnoredFramesPerSecond),
            Limits.MaxIgnoredFramesPerSecond + Http2Options.Default.InitialStreamWindow / DeadBytes,
            (p, i) => (i == 0 ? p.Request(1, DuplexPath).WindowUpdate(1, 0) : p).Data(1, new byte[DeadBytes])),
        ["GOAWAY again and again"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, _) => p.Frame(Http2FrameType.GoAway, 0, 0, new byte[8])),
        ["frames of an unknown type"] = new(nameof(Limits.MaxIgnoredFramesPerSecond), Limits.MaxIgnoredFramesPerSecond,
            (p, _) => p.Frame((Http2FrameType)0x42, 0, 0, 1, 2, 3)),
    };

    public static TheoryData<string> Names => [.. Floods.Keys];

    [Fact]
    public void The_default_limits_are_those_of_the_page()
    {
        Limits.MaxHeaderListSize.ShouldBe((int)SecurityPage.Bytes("32 KiB of header fields"));
        Limits.MaxResetsPerSecond.ShouldBe(SecurityPage.Number("1,000 resets a second"));
        Limits.MaxResetsPerMinute.ShouldBe(SecurityPage.Number("6,000 a minute"));
        Limits.MaxPingsPerSecond.ShouldBe(SecurityPage.Number("500 PINGs"));
        Limits.MaxSettingsPerSecond.ShouldBe(SecurityPage.Number("100 SETTINGS"));
        Limits.MaxEmptyFramesPerSecond.ShouldBe(SecurityPage.Number("100 empty frames"));
        Limits.MaxIgnoredFramesPerSecond.ShouldBe(SecurityPage.Number("1,000 a second that are ignored"));
    }

    [Theory]
    [MemberData(nameof(Names))]
    public Task Whatever_comes_too_often_ends_the_connection_with_ENHANCE_YOUR_CALM(string name) => siege.OfAsync(async host =>
    {
        var flood = Floods[name];
        using var peer = await ConnectAsync(host.Address);

        // Counted in windows of a second: a sender that is held up may have to begin again.
        await peer.FloodAsync(20 * flood.Allowed + 100, i => flood.Do(peer, i));

        (await peer.FailureAsync()).ShouldBe((Http2ErrorCode.EnhanceYourCalm, flood.Limit));
        await host.SaysAsync(flood.Limit);
    });

    private static RawConnection Opened(RawConnection peer, int i) => i == 0 ? peer.Request(1, DuplexPath) : peer;

    private sealed record Flood(string Limit, int Allowed, Action<RawConnection, int> Do);
}

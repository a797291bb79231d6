using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.GrpcBytes;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>What a hostile server sends, again and again by number, and how the call of the native client ends.</summary>
internal sealed record ServerAttack(StatusCode Status, string Detail, Func<RawConnection, int, RawConnection> Do)
{
    /// <summary>All attacks, by name.</summary>
    public static IReadOnlyDictionary<string, ServerAttack> All { get; } = new Dictionary<string, ServerAttack>
    {
        ["interim responses without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxEmptyFramesPerSecond), (p, _) =>
            p.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, Block((":status", "103")))),
        ["headers without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxContinuationFrames), (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? [0x88] : Block(("x", "y")))),
        ["headers as large as frames allow"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxHeaderBlockBytes), (p, i) => p.Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, 0, 1, i == 0 ? [0x88] : Block(("x", new string('y', 16_000))))),
        ["trailers without end"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxContinuationFrames),
            (p, i) => (i == 0 ? HostileServer.Headers(p, 1) : p).Frame(
            i == 0 ? Http2FrameType.Headers : Http2FrameType.Continuation, i == 0 ? FrameFlag.EndStream : (byte)0, 1, Block(("x", "y")))),
        ["PING"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxPingsPerSecond), (p, i) => p.Ping((byte)i)),
        ["SETTINGS"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxSettingsPerSecond), (p, _) => p.Settings()),
        ["DATA without bytes"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxEmptyFramesPerSecond),
            (p, i) => (i == 0 ? HostileServer.Headers(p, 1) : p).Data(1, [])),
        ["tiny WINDOW_UPDATE"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond),
            (p, _) => p.WindowUpdate(0, 1)),
        ["frames of an unknown type"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxIgnoredFramesPerSecond),
            (p, _) => p.Frame((Http2FrameType)0x42, 0, 0, 1)),
        ["PUSH_PROMISE"] = new(StatusCode.Unavailable, "ProtocolError",
            (p, _) => p.Frame(Http2FrameType.PushPromise, FrameFlag.EndHeaders, 1, 0, 0, 0, 2, 0x88)),
        ["GOAWAY whose last stream rises"] = new(StatusCode.Unavailable, "ProtocolError", (p, i) => p.Frame(
            Http2FrameType.GoAway, 0, 0, 0, 0, 0, (byte)(i + 1), 0, 0, 0, 0)),
        ["GOAWAY with an error"] = new(StatusCode.Unavailable, "EnhanceYourCalm enough", (p, i) => i > 0 ? p : p.Frame(
            Http2FrameType.GoAway, 0, 0, [0, 0, 0, 1, 0, 0, 0, 0xb, .. "enough"u8]).HangUp()),
        ["GOAWAY again and again"] = new(StatusCode.Unavailable, nameof(Http2Limits.MaxIgnoredFramesPerSecond), (p, _) => p.Frame(
            Http2FrameType.GoAway, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0)),
        ["an HPACK index that is not there"] = new(
            StatusCode.Unavailable, "CompressionError", (p, _) => p.Frame(Http2FrameType.Headers, FrameFlag.EndHeaders, 1, 0xff, 0x7f)),
        ["a frame that is too large"] = new(StatusCode.Unavailable, "FrameSizeError",
            (p, _) => p.Frame(Http2FrameType.Data, 0, 1, new byte[20_000])),
        ["DATA beyond the window of the stream"] = new(StatusCode.Internal, "FlowControlError", (p, i) => i > 60 ? p
            : (i == 0 ? HostileServer.Headers(p, 1).Data(1, Message([0], 1)) : p).Data(1, new byte[16_000])) { Unread = true },
        ["a field list that is too large"] = new(StatusCode.ResourceExhausted, nameof(Http2Limits.MaxHeaderListSize),
            (p, i) => i > 0 ? p : p.LongFieldList(1, [0x88])),
        ["an HPACK bomb"] = new(StatusCode.ResourceExhausted, nameof(Http2Limits.MaxHeaderListSize),
            (p, i) => i > 0 ? p : p.HpackBomb(1, [0x88])),
        ["a message that claims too much"] = new(StatusCode.ResourceExhausted, $"{MessageLimits.DefaultMaxReceiveSize}",
            (p, i) => i > 0 ? p : HostileServer.Headers(p, 1)
            .Data(1, Message([], int.MaxValue)).Data(1, new byte[50_000])),
        ["a reset"] = new(StatusCode.Cancelled, "Cancel", (p, i) => i > 0 ? p : p.Reset(1)),
        ["a window of 0"] = new(StatusCode.DeadlineExceeded, "",
            (p, i) => i > 0 ? p : p.Settings((Http2SettingId.InitialWindowSize, 0u))) { Seconds = 0.2 },
        ["silence"] = new(StatusCode.DeadlineExceeded, "", (p, _) => p) { Seconds = 0.2 },
    };

    /// <summary>The call's deadline.</summary>
    public double Seconds { get; init; } = 60;

    /// <summary>Whether the call is one whose messages nobody reads meanwhile.</summary>
    public bool Unread { get; init; }
}

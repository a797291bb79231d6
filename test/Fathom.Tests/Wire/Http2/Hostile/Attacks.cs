using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.Wire.Http2.Framing.Http2FrameType;

namespace Fathom.Tests.Wire.Http2.Hostile;

/// <summary>What is known to have brought servers down, by the limit that stops it.</summary>
internal static class Attacks
{
    private const byte EndHeaders = FrameFlag.EndHeaders;

    private static readonly Http2Options FewResets = With(new Http2Limits { MaxResetsPerSecond = 20 });
    private static readonly Http2Options FewEmpty = With(new Http2Limits { MaxEmptyFramesPerSecond = 20 });
    private static readonly Http2Options FewUpdates = With(new Http2Limits { MaxTinyWindowUpdatesPerSecond = 20, TinyWindowUpdate = 100 });
    private static readonly Http2Options FewIgnored = With(new Http2Limits { MaxIgnoredFramesPerSecond = 20 });

    public static readonly Attack[] All =
    [
        new(nameof(Http2Limits.MaxResetsPerSecond), "rapid reset (CVE-2023-44487)", FewResets, 20,
            (p, i) => p.Request(Id(i)).Rst(Id(i), Http2ErrorCode.Cancel)),
        new(nameof(Http2Limits.MaxResetsPerSecond), "MadeYouReset by WINDOW_UPDATE of 0 (CVE-2025-8671)", FewResets, 20,
            (p, i) => p.Request(Id(i)).WindowUpdate(Id(i), 0)),
        new(nameof(Http2Limits.MaxResetsPerSecond), "MadeYouReset by a window over 2^31-1", FewResets, 20,
            (p, i) => p.Request(Id(i)).WindowUpdate(Id(i), 0x7fff_ffff)),
        new(nameof(Http2Limits.MaxResetsPerSecond), "MadeYouReset by DATA after END_STREAM", FewResets, 20,
            (p, i) => p.Request(Id(i), true).Data(Id(i), 1)),
        new(nameof(Http2Limits.MaxResetsPerSecond), "MadeYouReset by HEADERS after END_STREAM", FewResets, 20,
            (p, i) => p.Request(Id(i), true).Headers(Id(i), true, "x=y")),
        new(nameof(Http2Limits.MaxResetsPerSecond), "MadeYouReset by PRIORITY that is not 5 bytes long", FewResets, 20,
            (p, i) => p.Request(Id(i)).Frame(Priority, 0, Id(i), 0)),
        new(nameof(Http2Limits.MaxResetsPerSecond), "malformed requests", FewResets, 20,
            (p, i) => p.Request(Id(i), false, "connection=close")),
        new(nameof(Http2Limits.MaxResetsPerSecond), "requests beyond SETTINGS_MAX_CONCURRENT_STREAMS",
            FewResets with { MaxConcurrentStreams = 1 }, 20,
            (p, i) => p.Request(Id(i + 1))) { Prepare = p => p.Request(1) },
        new(nameof(Http2Limits.MaxResetsPerSecond), "field lists that are too large",
            With(FewResets.Limits with { MaxHeaderListSize = 500 }), 20,
            (p, i) => p.Request(Id(i), false, $"x={new string('a', 600)}")),
        new(nameof(Http2Limits.MaxPingsPerSecond), "PING", With(new Http2Limits { MaxPingsPerSecond = 20 }), 20,
            (p, _) => p.Frame(Ping, 0, 0, new byte[8])) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxSettingsPerSecond), "SETTINGS", With(new Http2Limits { MaxSettingsPerSecond = 20 }), 20,
            (p, i) => p.Settings((Http2SettingId.InitialWindowSize, (uint)i))) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxEmptyFramesPerSecond), "DATA without bytes", FewEmpty, 20,
            (p, _) => p.Data(1, 0)) { Prepare = p => p.Request(1) },
        new(nameof(Http2Limits.MaxEmptyFramesPerSecond), "DATA of padding", FewEmpty, 20,
            (p, _) => p.Frame(Data, FrameFlag.Padded, 1, 3, 0, 0, 0)) { Prepare = p => p.Request(1) },
        new(nameof(Http2Limits.MaxEmptyFramesPerSecond), "DATA without bytes on a stream that was reset", FewEmpty, 20,
            (p, _) => p.Data(1, 0)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxEmptyFramesPerSecond), "HEADERS without bytes", FewEmpty, 20,
            (p, i) => Request(p, f => p.Frame(Headers, 0, Id(i)).Frame(Continuation, EndHeaders, Id(i), f))),
        new(nameof(Http2Limits.MaxEmptyFramesPerSecond), "CONTINUATION without bytes", FewEmpty, 20,
            (p, i) => Request(p, f => p.Frame(Headers, 0, Id(i), f).Frame(Continuation, 0, Id(i)).Frame(Continuation, EndHeaders, Id(i)))),
        new(nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond), "tiny WINDOW_UPDATE for the connection", FewUpdates, 20,
            (p, _) => p.WindowUpdate(0, 1)) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond), "tiny WINDOW_UPDATE for a stream", FewUpdates, 20,
            (p, _) => p.WindowUpdate(1, 1)) { Prepare = p => p.Request(1) },
        new(nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond), "WINDOW_UPDATE for a stream that is over", FewUpdates, 20,
            (p, _) => p.WindowUpdate(1, 1_000_000)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.TinyWindowUpdate), "WINDOW_UPDATE just below what is worth a frame", FewUpdates, 20,
            (p, _) => p.WindowUpdate(0, 99)) { OfBothRoles = true, Reason = nameof(Http2Limits.MaxTinyWindowUpdatesPerSecond) },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "PRIORITY", FewIgnored, 20,
            (p, _) => p.Frame(Priority, 0, 1, 0, 0, 0, 0, 0)) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "answers to no PING", FewIgnored, 20,
            (p, _) => p.Frame(Ping, FrameFlag.Ack, 0, new byte[8])) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "frames of unknown types", FewIgnored, 20,
            (p, i) => p.Frame((Http2FrameType)(0x20 + i % 100), 0xff, i, 1, 2, 3)) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "GOAWAY again", FewIgnored, 20,
            (p, _) => p.Frame(GoAway, 0, 0, new byte[8])) { OfBothRoles = true, Prepare = p => p.Frame(GoAway, 0, 0, new byte[8]) },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "GOAWAY with a lower last stream each time", FewIgnored, 20,
            (p, i) => p.Frame(GoAway, 0, 0, [.. RawPeer.UInt32((uint)(int.MaxValue - i)), 0, 0, 0, 0]))
            { OfBothRoles = true, Prepare = p => p.Frame(GoAway, 0, 0, 0x7f, 0xff, 0xff, 0xff, 0, 0, 0, 0) },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "RST_STREAM for a stream that is over", FewIgnored, 20,
            (p, _) => p.Rst(1, Http2ErrorCode.Cancel)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "HEADERS for a stream that was reset", FewIgnored, 20,
            (p, _) => p.Headers(1, true, "x=y")) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "DATA that ends a stream that was reset", FewIgnored, 20,
            (p, _) => p.Data(1, 1, true)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "DATA without bytes that ends a stream that was reset", FewIgnored, 20,
            (p, _) => p.Data(1, 0, true)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "DATA beyond the window that a stream had when it was reset",
            FewIgnored with { InitialStreamWindow = 1000 }, 20,
            (p, _) => p.Data(1, 1)) { Prepare = p => { ResetByEngine(p); p.Data(1, 1000); } },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "DATA for a stream that was reset and is forgotten",
            With(FewIgnored.Limits with { MaxRememberedStreams = 0 }), 20,
            (p, _) => p.Data(1, 1)) { Prepare = ResetByEngine },
        new(nameof(Http2Limits.MaxIgnoredFramesPerSecond), "requests after the shutdown is settled", FewIgnored, 20,
            (p, i) => p.Request(Id(i))) { Prepare = p => { p.Engine.BeginShutdown(); p.Engine.CompleteShutdown(); } },
        new(nameof(Http2Limits.MaxPendingOutputBytes), "PING whose answers are not read",
            With(Bearing(new Http2Limits { MaxPendingOutputBytes = 1000 })), 1000 / 17,
            (p, _) => p.Frame(Ping, 0, 0, new byte[8])) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxPendingOutputBytes), "SETTINGS whose acknowledgements are not read",
            With(Bearing(new Http2Limits { MaxPendingOutputBytes = 1000 })), 1000 / 9,
            (p, _) => p.Settings()) { OfBothRoles = true },
        new(nameof(Http2Limits.MaxPendingOutputBytes), "malformed requests whose RST_STREAM are not read",
            With(Bearing(new Http2Limits { MaxPendingOutputBytes = 1000 })), 1000 / 13,
            (p, i) => p.Request(Id(i), false, "connection=close")),
    ];

    /// <summary>The limits, but none for how often anything may happen.</summary>
    public static Http2Limits Bearing(Http2Limits limits) => limits with
    {
        MaxResetsPerSecond = int.MaxValue,
        MaxPingsPerSecond = int.MaxValue,
        MaxSettingsPerSecond = int.MaxValue,
        MaxEmptyFramesPerSecond = int.MaxValue,
        MaxTinyWindowUpdatesPerSecond = int.MaxValue,
        MaxIgnoredFramesPerSecond = int.MaxValue,
    };

    private static Http2Options With(Http2Limits limits) => new() { Limits = limits, MaxConcurrentStreams = 100_000 };

    private static int Id(int i) => 1 + 2 * i;

    private static void ResetByEngine(RawPeer peer)
    {
        peer.Request(1);
        peer.Engine.Reset(peer.Events.Streams[1], Http2ErrorCode.Cancel);
    }

    private static void Request(RawPeer peer, Action<byte[]> send) =>
        send(peer.Block(":method=GET", ":scheme=http", ":path=/", ":authority=a"));
}

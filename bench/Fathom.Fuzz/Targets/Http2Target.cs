using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Fuzz.Targets;

/// <summary>Frames to an engine that is in use. The first byte is the length of the pieces in which they come, and whether the engine's
/// output is sent in between; the preface and SETTINGS come first.</summary>
internal static class Http2Target
{
    private const int Streams = 3;

    private static readonly HeaderList Request = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8)
        .Add(":path"u8, "/p.S/M"u8).Add(":authority"u8, "a"u8);

    private static readonly byte[] Settings = [0, 0, 0, 4, 0, 0, 0, 0, 0];
    private static readonly byte[] Preface = [.. ConnectionPreface.Bytes, .. Settings];

    public static void Parse(Http2Role role, ReadOnlySpan<byte> bytes)
    {
        var input = new FuzzInput(bytes);
        var first = input.Byte();
        var (isSent, length) = ((first & 0x80) != 0, (first & 0x7f) is 0 ? int.MaxValue : first & 0x7f);
        var events = new AnsweringEvents();
        using var engine = new Http2Connection(role, Http2Options.Default, events);
        events.Engine = engine;
        engine.Start(0);
        var output = new OutputCheck(role);
        engine.Receive(role == Http2Role.Server ? Preface : Settings, 0);
        for (var i = 0; role == Http2Role.Client && i < Streams; i++)
        {
            engine.TryWriteData(engine.TryOpenStream(null, Request, endStream: false)!, new byte[50 * i], endStream: true);
            events.Opened++;
        }

        long now = 0;
        for (var rest = input.Rest; rest.Length > 0; now += 10)
        {
            var piece = rest[..Math.Min(length, rest.Length)];
            engine.Receive(piece, now);
            rest = rest[piece.Length..];
            if (isSent)
            {
                output.Send(engine);
            }
        }

        FuzzTarget.Require(engine.Output.AllocatedBytes < Http2Limits.Default.MaxPendingOutputBytes + (128 * 1024),
            "the output has no bound");
        output.Send(engine);
        engine.OnConnectionLost("The input is over.");
        FuzzTarget.Require(events.Closed == events.Opened && events.ConnectionEnds == 1,
            $"{events.Opened} streams were opened, {events.Closed} closed; the connection ended {events.ConnectionEnds} times");
    }

    /// <summary>Takes what the engine sends: whole frames, with errors that RFC 9113 section 7 has.</summary>
    private sealed class OutputCheck(Http2Role role)
    {
        private readonly FrameReader _reader = new();
        private int _skip = role == Http2Role.Client ? ConnectionPreface.Bytes.Length : 0;

        public void Send(Http2Connection engine)
        {
            while (!engine.Output.IsEmpty)
            {
                var front = engine.Output.Front;
                var frames = front.Span[Math.Min(_skip, front.Length)..];
                _skip -= front.Length - frames.Length;
                while (_reader.Read(ref frames, SettingsPayload.SmallestMaxFrameSize, out var header, out var payload)
                    == FrameReadOutcome.Frame)
                {
                    var at = header.Type switch { Http2FrameType.RstStream => 0, Http2FrameType.GoAway => 4, _ => -1 };
                    FuzzTarget.Require(at < 0 || payload[at..(at + 4)] is [0, 0, 0, <= (byte)Http2ErrorCode.EnhanceYourCalm],
                        $"{header.Type} has no error of RFC 9113");
                }

                engine.AdvanceOutput(front.Length);
            }

            FuzzTarget.Require(_reader.BufferedBytes == 0, "the engine has sent half a frame");
        }
    }
}

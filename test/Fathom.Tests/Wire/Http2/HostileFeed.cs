using Fathom.Wire.Hpack;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;

namespace Fathom.Tests.Wire.Http2;

/// <summary>Feeds bytes of any kind to an engine that is in use, and checks that nothing comes of it that RFC 9113 does not know.</summary>
internal static class HostileFeed
{
    private const int Streams = 5;

    private static readonly HeaderList Request = new HeaderList().Add(":method"u8, "POST"u8).Add(":scheme"u8, "http"u8)
        .Add(":path"u8, "/p.S/M"u8).Add(":authority"u8, "a"u8);

    /// <summary>Feeds the bytes in pieces of the given lengths, over and over.</summary>
    /// <returns>How many errors the engine answered with.</returns>
    public static int Run(Http2Role role, byte[] bytes, IReadOnlyList<int> cuts)
    {
        var events = new CountingEvents { Answer = 100 };
        var engine = new Http2Connection(role, Http2Options.Default, events);
        events.Engine = engine;
        engine.Start(0);
        var opened = role == Http2Role.Client ? OpenStreams(engine) : 0;
        var before = GC.GetAllocatedBytesForCurrentThread();
        long now = 0;
        for (int at = 0, piece = 0; at < bytes.Length; piece++)
        {
            var length = Math.Min(cuts[piece % cuts.Count], bytes.Length - at);
            engine.Receive(bytes.AsSpan(at, length), now++);
            at += length;
        }

        // For each byte a stream, its end and its answer at the most, and what one connection may take of the pool.
        (GC.GetAllocatedBytesForCurrentThread() - before).ShouldBeLessThan(500_000 + 200L * bytes.Length);
        engine.Output.AllocatedBytes.ShouldBeLessThan(Http2Limits.Default.MaxPendingOutputBytes + 128 * 1024);
        var errors = Errors(role, Frames.Drain(engine.Output));
        errors.Where(code => code is <= Http2ErrorCode.NoError or > Http2ErrorCode.EnhanceYourCalm).ShouldBeEmpty();
        engine.OnConnectionLost("The test is over.");
        (events.Ends.Count, events.ConnectionEnds).ShouldBe((opened + events.Opened, 1));
        engine.Dispose();
        engine.Output.AllocatedBytes.ShouldBe(0);
        return errors.Count;
    }

    /// <summary>What a peer of this role's engine sends in a conversation of a few calls without fault.</summary>
    public static byte[] ValidConversation(Http2Role role)
    {
        var (client, server) = (new CountingEvents(), new CountingEvents { Answer = 3000 });
        using var clientEngine = new Http2Connection(Http2Role.Client, Http2Options.Default, client);
        using var serverEngine = new Http2Connection(Http2Role.Server, Http2Options.Default, server);
        (client.Engine, server.Engine) = (clientEngine, serverEngine);
        clientEngine.Start(0);
        serverEngine.Start(0);
        OpenStreams(clientEngine);
        clientEngine.SendPing(1);
        serverEngine.SendPing(2);
        var (up, down) = (new List<byte>(), new List<byte>());
        while (!clientEngine.Output.IsEmpty || !serverEngine.Output.IsEmpty)
        {
            Move(clientEngine, serverEngine, up);
            Move(serverEngine, clientEngine, down);
        }

        client.Ends.Count.ShouldBe(Streams);
        return role == Http2Role.Server ? [.. up] : [.. down];
    }

    private static int OpenStreams(Http2Connection client)
    {
        for (var i = 0; i < Streams; i++)
        {
            client.TryWriteData(client.TryOpenStream(null, Request, endStream: false)!, new byte[50 * i], endStream: true);
        }

        return Streams;
    }

    private static void Move(Http2Connection from, Http2Connection to, List<byte> record)
    {
        var front = from.Output.Front.ToArray();
        record.AddRange(front);
        from.AdvanceOutput(front.Length);
        to.Receive(front, 0);
    }

    private static List<Http2ErrorCode> Errors(Http2Role role, byte[] output)
    {
        var errors = new List<Http2ErrorCode>();
        var reader = new FrameReader();
        ReadOnlySpan<byte> rest = role == Http2Role.Client ? output.AsSpan(ConnectionPreface.Bytes.Length) : output;
        while (reader.Read(ref rest, SettingsPayload.SmallestMaxFrameSize, out var header, out var payload) == FrameReadOutcome.Frame)
        {
            if (header.Type is Http2FrameType.RstStream or Http2FrameType.GoAway)
            {
                errors.Add(new RawFrame(header, payload.ToArray()).Code(header.Type == Http2FrameType.GoAway ? 4 : 0));
            }
        }

        reader.BufferedBytes.ShouldBe(0, "the engine writes whole frames");
        return errors;
    }
}

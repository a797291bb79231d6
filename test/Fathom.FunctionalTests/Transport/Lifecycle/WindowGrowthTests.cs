using System.Buffers.Binary;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Windows grow with the bandwidth-delay product measured: a server that fills one between a PING and its answer is given
/// more.</summary>
public sealed class WindowGrowthTests
{
    private const int Window = 65_535;
    private const int InitialWindowSize = 4;

    [Fact]
    public async Task A_window_that_a_round_trip_fills_is_doubled()
    {
        using var peer = new FramePeer();
        using var channel = new NativeChannel(Options(peer.Address, largest: 1 << 20));
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var connection = await peer.AcceptAsync();
        var stream = await connection.NextRequestAsync();

        await connection.BeginAnswerAsync(stream, size: 8 * Window);
        await connection.SendDataAsync(stream, Window / 2);
        var probe = await connection.NextAsync(Http2FrameType.Ping);
        await connection.SendDataAsync(stream, Window / 2);
        await connection.NextAsync(Http2FrameType.WindowUpdate);
        await connection.SendDataAsync(stream, Window / 2);
        await connection.AnswerPingAsync(probe);

        var settings = await connection.NextAsync(Http2FrameType.Settings);
        BinaryPrimitives.ReadUInt16BigEndian(settings.Payload).ShouldBe((ushort)InitialWindowSize);
        BinaryPrimitives.ReadInt32BigEndian(settings.Payload.AsSpan(2)).ShouldBeInRange(2 * Window, 3 * Window);
        call.IsCompleted.ShouldBeFalse();
    }

    [Fact]
    public async Task No_window_grows_beyond_the_largest_and_then_nobody_asks()
    {
        using var peer = new FramePeer();
        using var channel = new NativeChannel(Options(peer.Address, largest: Window));
        var call = channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
        using var connection = await peer.AcceptAsync();
        var stream = await connection.NextRequestAsync();

        await connection.BeginAnswerAsync(stream, size: 8 * Window);
        await connection.SendDataAsync(stream, Window - 1000);

        // The first frame that comes for it is credit, and no PING.
        (await connection.NextAsync(null)).Header.Type.ShouldBe(Http2FrameType.WindowUpdate);
        call.IsCompleted.ShouldBeFalse();
    }

    private static NativeChannelOptions Options(Uri address, int largest) => new()
    {
        Address = address,
        InitialStreamWindow = Window,
        ConnectionWindow = Window,
        MaxStreamWindow = largest,
    };
}

using System.Net.Sockets;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Frames.RawClient;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Clients that reset their connections as soon as they have them, against a host with four event loops: an event must not reach a
/// connection that is still being built.</summary>
public sealed class ResetConnectionTests
{
    private const int LoopsTimesTwo = 8;
    private const int Connections = 4000;

    [Fact]
    public Task Connections_that_are_reset_at_once_cost_the_host_nothing() => Siege.RunAsync(LoopsTimesTwo, async host =>
    {
        for (var i = 0; i < Connections; i++)
        {
            var socket = new Socket(SocketType.Stream, ProtocolType.Tcp) { LingerState = new LingerOption(true, 0) };
            await socket.ConnectAsync(System.Net.IPAddress.Loopback, host.Address.Port);
            if (i % 2 == 0)
            {
                await socket.SendAsync(ConnectionPreface.Bytes.ToArray());
            }

            // With no time to linger, closing resets.
            socket.Close();
        }

        using var last = await ConnectAsync(host.Address);
    });
}

using System.Net;
using System.Net.Sockets;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile.Handshakes;

/// <summary>A server that accepts connections and says nothing, not even of TLS.</summary>
public sealed class SilentServerTests
{
    [Theory]
    [InlineData(WireProtocol.Grpc)]
    [InlineData(WireProtocol.GrpcWeb)]
    [InlineData(WireProtocol.GrpcWebHttp1)]
    public async Task A_call_ends_by_its_deadline_and_its_channel_is_disposed_of(WireProtocol protocol)
    {
        using var silent = new TcpListener(IPAddress.Loopback, 0);
        silent.Start();
        var channel = new NativeChannel(new NativeChannelOptions
        {
            Address = new Uri($"https://{silent.LocalEndpoint}"), Protocol = protocol,
        });

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(0.5)))).StatusCode
            .ShouldBe(StatusCode.DeadlineExceeded);

        await channel.DisposeAsync();
    }
}

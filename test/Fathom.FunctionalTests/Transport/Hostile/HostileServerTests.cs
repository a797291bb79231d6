using Fathom.FunctionalTests.Transport.Frames;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Fathom.Wire.Http2;
using Fathom.Wire.Http2.Framing;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Hostile;

/// <summary>Whatever a server does, the native client's call ends with a status that says so, and the next call, on another connection, is
/// answered.</summary>
public sealed class HostileServerTests
{
    public static TheoryData<string> Names => [.. ServerAttack.All.Keys];

    [Theory]
    [MemberData(nameof(Names))]
    public async Task The_call_ends_with_a_status_and_the_next_one_is_answered(string name)
    {
        var attack = ServerAttack.All[name];
        using var server = new HostileServer(peer => peer.FloodAsync(30_000, i => attack.Do(peer, i)));
        using var channel = new NativeChannel(new ChannelOptions { Address = server.Address });

        Status failure;
        if (attack.Unread)
        {
            using var call = channel.Start(EchoMethods.ServerStream, Within(60));
            await call.WriteAsync(Request("x"));
            await Eventually.HoldsAsync(() => server.Connections == 1 && server.IsAttackOver, "the attack is over");
            failure = (await FailureAsync(async () => await call.ReadAllAsync().ListAsync())).Status;
        }
        else
        {
            failure = (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(attack.Seconds)))).Status;
        }

        failure.StatusCode.ShouldBe(attack.Status, failure.Detail);
        failure.Detail.ShouldContain(attack.Detail);
        if (attack.Status == StatusCode.Unavailable)
        {
            (await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60))).ShouldBe(new EchoReply());
        }
    }

    [Fact]
    public async Task A_connection_that_refuses_by_GOAWAY_each_time_costs_a_call_two_connections_and_no_more()
    {
        using var server = new HostileServer(peer => peer.Frame(Http2FrameType.GoAway, 0, 0, new byte[8]).FlushAsync(),
            attacks: int.MaxValue);
        using var channel = new NativeChannel(new ChannelOptions { Address = server.Address });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldContain("has not processed this call");
        server.Connections.ShouldBe(2);
    }

    [Fact]
    public async Task A_server_that_lets_no_stream_be_opened_gets_no_further_connection()
    {
        using var server = new HostileServer(peer => peer.Settings((Http2SettingId.MaxConcurrentStreams, 0u)).FlushAsync(),
            attacks: int.MaxValue);
        var loop = new ManualLoop();
        using var channel = new NativeChannel(new NativeChannelOptions { Address = server.Address, Loop = loop.Loop });
        using var cancellation = new CancellationTokenSource();
        Task<EchoReply> Call() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(60).WithCancellationToken(cancellation.Token));
        List<Task<EchoReply>> calls = [Call()];
        await Eventually.HoldsAsync(() => server.Acknowledged == 1, "the client knows that there are no more streams");

        calls.AddRange([Call(), Call()]);
        await loop.TurnAsync();
        channel.ConnectionsOpened.ShouldBe(1);
        await cancellation.CancelAsync();
        foreach (var call in calls)
        {
            (await FailureAsync(() => call)).StatusCode.ShouldBe(StatusCode.Cancelled);
        }

        server.Connections.ShouldBe(1);
    }

    [Theory]
    [InlineData("http")]
    [InlineData("https")]
    public async Task A_server_that_takes_the_connection_and_says_nothing_is_given_up(string scheme)
    {
        using var listener = new System.Net.Sockets.TcpListener(System.Net.IPAddress.Loopback, 0);
        listener.Start();
        using var channel = new NativeChannel(new NativeChannelOptions
        {
            Address = new Uri($"{scheme}://{listener.LocalEndpoint}"),
            ConnectTimeout = TimeSpan.FromMilliseconds(200),
        });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldContain("the server sent no HTTP/2 SETTINGS within 0.2 s");
    }
}

using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Deadlines, kept by the client and by the server.</summary>
public abstract class DeadlineTests(Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_deadline_ends_the_call_here_and_the_handler_there(bool tls)
    {
        var time = new VirtualTime();
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel(options => options with { TimeProvider = time });
        using var call = channel.Start(EchoMethods.Unary, new CallOptions { Deadline = Deadline.After(TimeSpan.FromHours(1), time) });
        await call.WriteAsync(new EchoRequest { DelayMs = 600_000, EchoMetadata = true });
        await call.ResponseHeadersAsync();
        var reading = FailureAsync(async () => await call.MoveNextAsync());

        time.Advance(TimeSpan.FromHours(1));

        (await reading).Status.ShouldBe(new Status(StatusCode.DeadlineExceeded, "Deadline Exceeded"));
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
        time.Pending.ShouldBe(0);
    }

    [Fact]
    public async Task A_deadline_on_the_systems_clock_ends_calls_awaited_and_blocking()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        var request = new EchoRequest { DelayMs = 600_000 };

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, request, Within(0.1)))).StatusCode.ShouldBe(
            StatusCode.DeadlineExceeded);
        Should.Throw<RpcException>(() => channel.Unary(EchoMethods.Unary, request, Within(0.1))).StatusCode.ShouldBe(
            StatusCode.DeadlineExceeded);
    }

    // A timer takes 49.7 days.
    [Fact]
    public async Task A_deadline_in_a_hundred_days_is_one()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        (await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(TimeSpan.FromDays(100).TotalSeconds))).Text().ShouldBe("x");
    }

    [Fact]
    public async Task A_deadline_that_has_passed_sends_nothing()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(-1)))).StatusCode.ShouldBe(
            StatusCode.DeadlineExceeded);
        channel.ConnectionsOpened.ShouldBe(0);
    }

    [Fact]
    public async Task The_servers_deadline_holds_where_the_client_keeps_none()
    {
        await using var host = await stack.StartAsync();
        using var http = new HttpClient();
        using var request = new HttpRequestMessage(HttpMethod.Post, new Uri(host.Address, "/fathom.echo.Echo/Unary"))
        {
            Version = new Version(2, 0),
            VersionPolicy = HttpVersionPolicy.RequestVersionExact,
        };
        request.Content = new ByteArrayContent([0, 0, 0, 0, 4, 0x28, 0xe0, 0xd4, 0x03]);
        request.Content.Headers.Add("content-type", "application/grpc");
        request.Headers.Add("grpc-timeout", "50m");

        using var response = await http.SendAsync(request);

        response.Headers.GetValues("grpc-status").ShouldBe(["4"]);
    }

    public sealed class OnKestrelByHttpClient() : DeadlineTests(Stack.Framework);

    public sealed class OnNativeByNative() : DeadlineTests(Stack.Native);

    public sealed class OnKestrelByNative() : DeadlineTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : DeadlineTests(Stack.HttpClientOnNative);
}

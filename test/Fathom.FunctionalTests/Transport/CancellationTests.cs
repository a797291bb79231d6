using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

public abstract class CancellationTests(Stack stack)
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

    [Fact]
    public async Task A_token_cancels_a_call_before_and_after_its_response_began()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var before = new CancellationTokenSource();
        using var after = new CancellationTokenSource();
        using var waiting = channel.Start(EchoMethods.Unary, new CallOptions { CancellationToken = before.Token });
        using var streaming = channel.Start(EchoMethods.DuplexStream, new CallOptions { CancellationToken = after.Token });
        await waiting.WriteAsync(new EchoRequest { DelayMs = 60_000, EchoMetadata = true });
        await waiting.ResponseHeadersAsync();
        await streaming.WriteAsync(Request("begin"));
        (await streaming.MoveNextAsync()).ShouldBeTrue();
        await streaming.WriteAsync(new EchoRequest { DelayMs = 60_000, EchoMetadata = false });

        var reading = FailureAsync(async () => await streaming.MoveNextAsync());
        await before.CancelAsync();
        await after.CancelAsync();

        (await FailureAsync(async () => await waiting.MoveNextAsync())).Status.ShouldBe(
            new Status(StatusCode.Cancelled, "Call canceled by the client."));
        (await reading).StatusCode.ShouldBe(StatusCode.Cancelled);
        (await FailureAsync(async () => await streaming.WriteAsync(Request("late")))).StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 2, "both handlers see their cancellation");
    }

    [Fact]
    public async Task A_token_that_was_cancelled_before_sends_nothing()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var options = new CallOptions { CancellationToken = new CancellationToken(canceled: true) };

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), options))).StatusCode.ShouldBe(StatusCode.Cancelled);
        (await FailureAsync(() => channel.ClientStreamingAsync(
            EchoMethods.ClientStream, Stream(Request("x")), options))).StatusCode.ShouldBe(StatusCode.Cancelled);
        channel.ConnectionsOpened.ShouldBe(0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Leaving_a_stream_of_replies_early_cancels_the_handler(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();

        await foreach (var reply in channel.ServerStreamingAsync(
            EchoMethods.ServerStream, new EchoRequest { Repeat = 1000, DelayMs = 100 }))
        {
            reply.Count.ShouldBe(0);
            break;
        }

        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_token_of_an_enumeration_ends_the_call_as_that_of_its_options_does(bool enumerations)
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var options = new CancellationTokenSource();
        using var enumeration = new CancellationTokenSource();
        var replies = channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 1000, DelayMs = 1 },
            new CallOptions { CancellationToken = options.Token });

        var failure = await FailureAsync(async () =>
        {
            await foreach (var reply in replies.WithCancellation(enumeration.Token))
            {
                await (enumerations ? enumeration : options).CancelAsync();
            }
        });

        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
    }

    [Fact]
    public async Task The_token_of_ReadAll_cancels_the_call()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var cancellation = new CancellationTokenSource();
        using var call = channel.Start(EchoMethods.DuplexStream);
        await call.WriteAsync(Request("x"));

        var failure = await FailureAsync(async () =>
        {
            await foreach (var reply in call.ReadAllAsync(cancellation.Token))
            {
                await cancellation.CancelAsync();
            }
        });

        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
    }

    [Fact]
    public async Task A_handler_that_reads_is_told_when_the_client_disposes_the_call()
    {
        var seen = new TaskCompletionSource<StatusCode>(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(BytesMethods.Service).ClientStreaming(BytesMethods.ClientStreaming, async (requests, context) =>
        {
            try
            {
                await foreach (var request in requests)
                {
                    await context.WriteResponseHeadersAsync([]);
                }

                seen.SetResult(StatusCode.OK);
                return [];
            }
            catch (RpcException e)
            {
                seen.SetResult(e.StatusCode);
                throw;
            }
        });
        await using var host = await stack.StartAsync([service.Build()]);
        using var channel = host.Channel();

        var call = channel.Start(BytesMethods.ClientStreaming);
        await call.WriteAsync([1]);
        await call.ResponseHeadersAsync();
        call.Dispose();

        (await seen.Task.WaitAsync(TimeSpan.FromSeconds(120))).ShouldBe(StatusCode.Cancelled);
        call.Status.StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    [Fact]
    public async Task Disposing_the_channel_ends_its_calls()
    {
        await using var host = await stack.StartAsync();
        var channel = host.Channel();
        using var call = channel.Start(EchoMethods.DuplexStream);
        await call.WriteAsync(Request("begin"));
        (await call.MoveNextAsync()).ShouldBeTrue();

        channel.Dispose();

        (await FailureAsync(async () => await call.MoveNextAsync())).Status.Detail.ShouldContain("has been disposed");
        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x")))).StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    public sealed class OnKestrelByHttpClient() : CancellationTests(Stack.Framework);

    public sealed class OnNativeByNative() : CancellationTests(Stack.Native);

    public sealed class OnKestrelByNative() : CancellationTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CancellationTests(Stack.HttpClientOnNative);
}

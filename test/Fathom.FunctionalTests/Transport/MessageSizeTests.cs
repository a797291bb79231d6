using Fathom.Subjects.Echo;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport;

public abstract class MessageSizeTests(Stack stack)
{
    private static readonly ServerOptions Unlimited = new() { MaxReceiveMessageSize = null };

    [Fact]
    public async Task A_reply_over_4_MiB_is_refused_by_the_client_in_gRPCs_words()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        // 4,860,002 bytes of payload and 5 of tag and length: the size in the published study.
        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 4_860_002 }));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (4860007 vs. 4194304)"));
    }

    [Fact]
    public async Task A_request_over_4_MiB_is_refused_by_the_server_in_gRPCs_words()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request(4_860_002)));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (4860007 vs. 4194304)"));
    }

    [Fact]
    public async Task A_request_over_the_clients_own_limit_is_not_sent()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel(options => options with { MaxSendMessageSize = 100 });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request(99)));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Sent message larger than max (101 vs. 100)"));
        channel.ConnectionsOpened.ShouldBe(0);
        (await channel.UnaryAsync(EchoMethods.Unary, Request(98))).Payload.Length.ShouldBe(98);
    }

    [Fact]
    public async Task A_reply_over_the_servers_own_limit_is_not_sent()
    {
        await using var host = await stack.StartAsync(options: new ServerOptions { MaxSendMessageSize = 100 });
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 99 }));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Sent message larger than max (101 vs. 100)"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Ten_MiB_travel_both_ways_unharmed(bool tls)
    {
        await using var host = await stack.StartAsync(tls, Unlimited);
        using var channel = host.Channel(options => options with { MaxReceiveMessageSize = null });
        var request = Request(10 * 1024 * 1024);

        (await channel.UnaryAsync(EchoMethods.Unary, request)).Payload.Equals(request.Payload).ShouldBeTrue();
        var replies = await channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Stream(request, request)).ListAsync();
        replies.ShouldAllBe(reply => reply.Payload.Equals(request.Payload));
        replies.Count.ShouldBe(2);
    }

    [Fact]
    public async Task Eight_at_a_time_of_ten_MiB_are_no_attack_where_they_are_allowed()
    {
        const int AtATime = 8;
        var (arrived, all) = (0, new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously));
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, async (request, _) =>
        {
            if (Interlocked.Increment(ref arrived) == AtATime)
            {
                all.SetResult();
            }

            await all.Task;
            return new EchoReply { Payload = request.Payload };
        });
        const int Largest = 11 << 20;
        await using var host = await stack.ServeAsync([service.Build()], options: new ServerOptions { MaxReceiveMessageSize = Largest });
        using var channel = host.Channel(options => options with { MaxReceiveMessageSize = Largest });
        var request = Request(10 << 20);

        var replies = await Task.WhenAll(Enumerable.Range(0, AtATime)
            .Select(_ => channel.UnaryAsync(EchoMethods.Unary, request, Within(60))));

        replies.ShouldAllBe(reply => reply.Payload.Equals(request.Payload));
    }

    [Fact]
    public async Task A_message_larger_than_a_whole_buffer_grows_as_its_bytes_come()
    {
        await using var host = await stack.StartAsync(options: Unlimited);
        using var channel = host.Channel(options => options with { MaxReceiveMessageSize = null });

        (await channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 40 << 20 })).Payload.Length.ShouldBe(40 << 20);
    }

    [Fact]
    public async Task A_channel_goes_on_after_a_message_was_refused()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 5_000_000 }));

        (await channel.UnaryAsync(EchoMethods.Unary, Request("on"))).Text().ShouldBe("on");
        channel.ConnectionsOpened.ShouldBe(1);
    }

    public sealed class OnKestrelByHttpClient() : MessageSizeTests(Stack.Framework);

    public sealed class OnNativeByNative() : MessageSizeTests(Stack.Native);

    public sealed class OnKestrelByNative() : MessageSizeTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : MessageSizeTests(Stack.HttpClientOnNative);
}

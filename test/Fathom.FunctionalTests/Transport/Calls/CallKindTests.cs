using Fathom.Subjects.Echo;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Unary calls and streams in each direction.</summary>
public abstract class CallKindTests(Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_unary_call_is_answered_awaited_and_blocking(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();

        (await channel.UnaryAsync(EchoMethods.Unary, Request("awaited"))).Text().ShouldBe("awaited");
        channel.Unary(EchoMethods.Unary, Request("blocking")).Text().ShouldBe("blocking");
        channel.ConnectionsOpened.ShouldBe(1);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_stream_of_requests_gets_one_reply(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();

        var reply = await channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(Request("a"), Request(""), Request("last")));

        (reply.Count, reply.TotalBytes, reply.Text()).ShouldBe((3, 5L, "last"));
        (await channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream<EchoRequest>())).Count.ShouldBe(0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_request_gets_a_stream_of_replies(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();

        var replies = await channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 100 }).ListAsync();

        replies.Select(reply => reply.Count).ShouldBe(Enumerable.Range(0, 100));
        (await channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest()).ListAsync()).ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Requests_and_replies_alternate_on_a_duplex_stream(bool tls)
    {
        await using var host = await stack.StartAsync(tls);
        using var channel = host.Channel();
        using var call = channel.Start(EchoMethods.DuplexStream);

        foreach (var text in new[] { "one", "two", "three" })
        {
            await call.WriteAsync(Request(text));
            (await call.MoveNextAsync()).ShouldBeTrue();
            call.Current.Text().ShouldBe(text);
        }

        await call.CompleteAsync();
        (await call.MoveNextAsync()).ShouldBeFalse();
        call.Status.ShouldBe(Status.Ok);
    }

    [Fact]
    public async Task A_duplex_stream_as_an_enumeration_writes_and_reads_at_the_same_time()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        var requests = Enumerable.Range(0, 200).Select(_ => Request(20_000)).ToArray();

        var replies = await channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Stream(requests)).ListAsync();

        replies.Count.ShouldBe(200);
        replies[^1].TotalBytes.ShouldBe(200 * 20_000);
        replies.ShouldAllBe(reply => reply.Payload == requests[0].Payload);
    }

    [Fact]
    public async Task A_call_says_what_must_come_first()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var call = channel.Start(EchoMethods.Unary);

        (await Should.ThrowAsync<InvalidOperationException>(async () => await call.MoveNextAsync())).Message.ShouldContain(
            "write it before");
        Should.Throw<InvalidOperationException>(() => call.Status);
        await call.WriteAsync(Request("a"));
        await Should.ThrowAsync<InvalidOperationException>(async () => await call.WriteAsync(Request("b")));
        (await call.ReadAllAsync().ListAsync()).ShouldHaveSingleItem().Text().ShouldBe("a");
    }

    public sealed class OnKestrelByHttpClient() : CallKindTests(Stack.Framework);

    public sealed class OnNativeByNative() : CallKindTests(Stack.Native);

    public sealed class OnKestrelByNative() : CallKindTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CallKindTests(Stack.HttpClientOnNative);
}

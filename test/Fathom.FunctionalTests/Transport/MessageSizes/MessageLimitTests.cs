using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.MessageSizes;

/// <summary>Limits on the size of a message, of the client and of the server.</summary>
public abstract class MessageLimitTests(Stack stack)
{
    private static readonly string Refused = $"Received message larger than max (4860007 vs. {SecurityPage.Bytes("4 MiB, before")})";

    [Fact]
    public async Task A_reply_over_4_MiB_is_refused_by_the_client_in_gRPCs_words()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        // 4,860,002 bytes of payload and 5 of tag and length: the size in the published study.
        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 4_860_002 }));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, Refused));
    }

    [Fact]
    public async Task A_request_over_4_MiB_is_refused_by_the_server_in_gRPCs_words()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request(4_860_002)));

        failure.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, Refused));
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

    [Fact]
    public async Task A_channel_goes_on_after_a_message_was_refused()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 5_000_000 }));

        (await channel.UnaryAsync(EchoMethods.Unary, Request("on"))).Text().ShouldBe("on");
        channel.ConnectionsOpened.ShouldBe(1);
    }

    public sealed class OnKestrelByHttpClient() : MessageLimitTests(Stack.Framework);

    public sealed class OnNativeByNative() : MessageLimitTests(Stack.Native);

    public sealed class OnKestrelByNative() : MessageLimitTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : MessageLimitTests(Stack.HttpClientOnNative);
}

using Fathom.Subjects.Echo;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.MessageSizes;

/// <summary>Messages of many megabytes where they are allowed.</summary>
public abstract class MessageSizeTests(Stack stack)
{
    private static readonly ServerOptions Unlimited = new() { MaxReceiveMessageSize = null };

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

    public sealed class OnKestrelByHttpClient() : MessageSizeTests(Stack.Framework);

    public sealed class OnNativeByNative() : MessageSizeTests(Stack.Native);

    public sealed class OnKestrelByNative() : MessageSizeTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : MessageSizeTests(Stack.HttpClientOnNative);
}

using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Connections;

/// <summary>One call at a time over a connection that is idle in between, each from a thread that has never seen it: whoever finds the
/// connection free must send, and every single call has a deadline.</summary>
public sealed class LostWakeUpTests
{
    private static readonly int Rounds = Thorough.Count(500, 2000);

    [Theory]
    [InlineData(HandlerScheduling.ThreadPool, false)]
    [InlineData(HandlerScheduling.EventLoop, false)]
    [InlineData(HandlerScheduling.EventLoop, true)]
    public async Task Every_round_of_a_ping_pong_from_foreign_threads_is_answered(HandlerScheduling handlers, bool blocks)
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions { Handlers = handlers });
        await using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        for (var round = 0; round < Rounds; round++)
        {
            var text = $"round {round}";
            var call = new TaskCompletionSource<string>(TaskCreationOptions.RunContinuationsAsynchronously);
            new Thread(async () => await CallAsync(channel, text, blocks, call)) { IsBackground = true }.Start();

            (await call.Task).ShouldBe(text);
        }

        channel.ConnectionsOpened.ShouldBe(1);
    }

    private static async Task CallAsync(NativeChannel channel, string text, bool blocks, TaskCompletionSource<string> call)
    {
        try
        {
            var reply = blocks ? channel.Unary(EchoMethods.Unary, Request(text), Within(10))
                : await channel.UnaryAsync(EchoMethods.Unary, Request(text), Within(10));
            call.SetResult(reply.Text());
        }
        catch (Exception e)
        {
            call.SetException(e);
        }
    }
}

using System.Runtime.CompilerServices;
using Fathom.Subjects.Echo;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

public sealed class HandlerSchedulingTests
{
    [Theory]
    [InlineData(HandlerScheduling.EventLoop, false)]
    [InlineData(HandlerScheduling.ThreadPool, true)]
    public async Task A_handler_runs_where_it_was_asked_to(HandlerScheduling handlers, bool onPool)
    {
        List<bool> ran = [];
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (_, _) =>
        {
            ran.Add(Thread.CurrentThread.IsThreadPoolThread);
            return new(new EchoReply());
        }).Build();
        await using var host = NativeHost.Start([service], new NativeHostOptions { Handlers = handlers });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });

        await channel.UnaryAsync(EchoMethods.Unary, Request("x"));
        await channel.UnaryAsync(EchoMethods.Unary, Request("y"));

        ran.ShouldBe([onPool, onPool]);
    }

    [Fact]
    public async Task Handlers_on_the_pool_may_block_and_others_go_on()
    {
        using var blocked = new ManualResetEventSlim();
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, (request, _) =>
        {
            if (request.Payload.Length > 0)
            {
                blocked.Wait();
            }

            return new(new EchoReply());
        }).Build();
        await using var host = NativeHost.Start([service], new NativeHostOptions { Handlers = HandlerScheduling.ThreadPool });
        using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });

        var waits = channel.UnaryAsync(EchoMethods.Unary, Request("blocks"));
        await channel.UnaryAsync(EchoMethods.Unary, Request(""));
        waits.IsCompleted.ShouldBeFalse();

        blocked.Set();
        await waits;
    }

    [Fact]
    public async Task What_follows_an_inline_await_runs_on_the_loop_where_a_blocking_call_is_refused()
    {
        var held = new HeldService();
        await using var host = NativeHost.Start([held.Definition()], new NativeHostOptions());
        using var channel = new NativeChannel(new NativeChannelOptions { Address = host.Address, InlineContinuations = true });

        // Not in the test runner's synchronization context, where all that is awaited goes on. The answer comes when it is awaited.
        var refused = await Task.Run(async () =>
        {
            await new Registered<EchoReply>(channel.UnaryAsync(EchoMethods.Unary, Request("x")).GetAwaiter(), held.Release);
            return Should.Throw<InvalidOperationException>(() => channel.Unary(EchoMethods.Unary, Request("y")));
        });

        refused.Message.ShouldContain(nameof(NativeChannelOptions.InlineContinuations));
    }

    /// <summary>Awaits a call and lets it be answered once what follows is registered with it.</summary>
    private readonly struct Registered<T>(TaskAwaiter<T> call, Action release) : ICriticalNotifyCompletion
    {
        public bool IsCompleted => false;

        public Registered<T> GetAwaiter() => this;

        public T GetResult() => call.GetResult();

        public void OnCompleted(Action continuation) => UnsafeOnCompleted(continuation);

        public void UnsafeOnCompleted(Action continuation)
        {
            call.UnsafeOnCompleted(continuation);
            release();
        }
    }
}

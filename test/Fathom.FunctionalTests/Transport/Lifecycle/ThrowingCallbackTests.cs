using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Lifecycle;

/// <summary>Callbacks of users that throw on the threads of the transport: reported, and nothing else happens.</summary>
public sealed class ThrowingCallbackTests
{
    [Theory]
    [InlineData(HandlerScheduling.ThreadPool)]
    [InlineData(HandlerScheduling.EventLoop)]
    public async Task One_that_a_handler_registered_for_cancellation_is_logged_and_the_host_goes_on(HandlerScheduling handlers)
    {
        var log = new LineLogger();
        var registered = new TaskCompletionSource(TaskCreationOptions.RunContinuationsAsynchronously);
        var service = new ServiceBuilder(EchoMethods.Service).Unary(EchoMethods.Unary, async (request, context) =>
        {
            if (request.Payload.ToStringUtf8() == "wait")
            {
                context.CancellationToken.Register(() => throw new InvalidOperationException("of the handler"));
                registered.SetResult();
                await Task.Delay(Timeout.Infinite, context.CancellationToken);
            }

            return new EchoReply { Payload = request.Payload };
        }).Build();
        await using var host = NativeHost.Start([service],
            new NativeHostOptions { Handlers = handlers, Server = new ServerOptions { LoggerFactory = log } });
        await using var channel = new NativeChannel(new ChannelOptions { Address = host.Address });
        using var cancel = new CancellationTokenSource();
        var waiting = channel.UnaryAsync(EchoMethods.Unary, Request("wait"), new CallOptions { CancellationToken = cancel.Token });
        await registered.Task.WaitAsync(TimeSpan.FromSeconds(30));

        await cancel.CancelAsync();

        (await FailureAsync(() => waiting)).StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => log.Lines.Concat(log.Exceptions.Select(e => e.ToString()))
                .Any(line => line.Contains("of the handler", StringComparison.Ordinal)),
            "the exception of the callback is logged");
        (await channel.UnaryAsync(EchoMethods.Unary, Request("next"), Within(30))).Text().ShouldBe("next");
        channel.ConnectionsOpened.ShouldBe(1);
    }

    [Fact]
    public async Task The_continuation_of_a_call_on_the_event_loop_is_guarded()
    {
        await using var host = NativeHost.Start([new EchoService().Definition()], new NativeHostOptions());
        await using var channel = new NativeChannel(new NativeChannelOptions { Address = host.Address, InlineContinuations = true });

        await Should.ThrowAsync<InvalidOperationException>(async () =>
        {
            await channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(30));
            throw new InvalidOperationException("of the continuation");
        });

        (await channel.UnaryAsync(EchoMethods.Unary, Request("next"), Within(30))).Text().ShouldBe("next");
    }
}

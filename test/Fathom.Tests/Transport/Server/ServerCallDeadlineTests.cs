using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.Tests.Transport.Server.BytesDispatcher;

namespace Fathom.Tests.Transport.Server;

/// <summary>What ends a call early: its deadline, or a client that is gone.</summary>
public class ServerCallDeadlineTests
{
    [Fact]
    public async Task A_timeout_that_cannot_be_read_is_Internal()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "5 apples")).Send().EndRequest();

        await Unary((request, _) => new(request)).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.Internal);
        exchange.Status().Detail.ShouldContain("'5 apples'");
    }

    [Fact]
    public async Task When_the_deadline_passes_the_handler_is_cancelled_and_the_status_is_DeadlineExceeded()
    {
        var time = new VirtualTime();
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "2S")).Send().EndRequest();
        var call = Unary(
            async (request, context) =>
            {
                context.Deadline!.Value.Remaining.ShouldBe(TimeSpan.FromSeconds(2));
                await Task.Delay(Timeout.Infinite, context.CancellationToken);
                return request;
            },
            new ServerOptions { TimeProvider = time }).DispatchAsync(exchange);

        time.Advance(TimeSpan.FromSeconds(1.999));
        call.IsCompleted.ShouldBeFalse();
        time.Advance(TimeSpan.FromSeconds(0.001));

        await call;
        exchange.Status().StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        time.Pending.ShouldBe(0);
    }

    [Fact]
    public async Task A_handler_that_overlooks_its_deadline_does_not_succeed()
    {
        var time = new VirtualTime();
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "2S")).Send().EndRequest();

        await Unary(
            (request, _) =>
            {
                time.Advance(TimeSpan.FromSeconds(3));
                return new(request);
            },
            new ServerOptions { TimeProvider = time }).DispatchAsync(exchange);

        exchange.Status().StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        exchange.Messages().ShouldBeEmpty();
    }

    [Fact]
    public async Task A_token_asked_for_after_the_deadline_is_cancelled()
    {
        var time = new VirtualTime();
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "2S")).Send().EndRequest();
        var tokens = new List<CancellationToken>();

        await Unary(
            (request, context) =>
            {
                time.Advance(TimeSpan.FromSeconds(3));
                tokens.AddRange([context.CancellationToken, context.CancellationToken]);
                return new(request);
            },
            new ServerOptions { TimeProvider = time }).DispatchAsync(exchange);

        tokens.ShouldAllBe(token => token.IsCancellationRequested);
        tokens[0].ShouldBe(tokens[1]);
    }

    [Fact]
    public async Task A_client_that_is_gone_cancels_a_handler_that_has_a_deadline()
    {
        var exchange = MemoryExchange.For(BytesMethods.Unary, ("grpc-timeout", "1H")).Send().EndRequest();
        bool? before = null, after = null;

        await Unary((request, context) =>
        {
            var token = context.CancellationToken;
            before = token.IsCancellationRequested;
            exchange.Abort();
            after = token.IsCancellationRequested;
            return new(request);
        }).DispatchAsync(exchange);

        (before, after).ShouldBe((false, true));
    }

    [Fact]
    public async Task A_client_that_is_gone_cancels_the_handler()
    {
        var exchange = MemoryExchange.For(BytesMethods.DuplexStreaming);
        var seen = new TaskCompletionSource<StatusCode>();
        var call = Dispatcher(new ServiceBuilder(BytesMethods.Service)
            .DuplexStreaming(BytesMethods.DuplexStreaming, async (requests, _, context) =>
        {
            try
            {
                await requests.MoveNextAsync();
            }
            catch (RpcException e)
            {
                context.CancellationToken.IsCancellationRequested.ShouldBeTrue();
                seen.SetResult(e.StatusCode);
                throw;
            }
        })).DispatchAsync(exchange);

        exchange.Abort();

        (await seen.Task).ShouldBe(StatusCode.Cancelled);
        await call;
    }
}

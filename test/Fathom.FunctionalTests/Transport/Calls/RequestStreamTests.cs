using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Calls that end before their stream of requests does, for the client and for the handler that reads it.</summary>
public abstract class RequestStreamTests(Stack stack)
{
    [Fact]
    public async Task What_the_requests_throw_cancels_the_call_and_is_thrown()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        await Should.ThrowAsync<FormatException>(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Failing(), Within(60)));
        await Should.ThrowAsync<FormatException>(() =>
            channel.DuplexStreamingAsync(EchoMethods.DuplexStream, Failing(), Within(60)).ListAsync());

        static async IAsyncEnumerable<EchoRequest> Failing()
        {
            yield return Request("first");
            await Task.Yield();
            throw new FormatException("no second");
        }
    }

    [Fact]
    public async Task A_call_ends_by_its_deadline_though_its_requests_never_do()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Silent(), Within(0.2)));

        failure.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);

        static async IAsyncEnumerable<EchoRequest> Silent()
        {
            await Task.Delay(Timeout.Infinite);
            yield break;
        }
    }

    [Fact]
    public async Task A_server_that_answers_early_ends_a_stream_of_requests_with_its_status()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var failure = await FailureAsync(() => channel.ClientStreamingAsync(EchoMethods.ClientStream, Endless(), Within(20)));

        failure.Status.ShouldBe(new Status(StatusCode.OutOfRange, "first"));

        static async IAsyncEnumerable<EchoRequest> Endless()
        {
            while (true)
            {
                await Task.Yield();
                yield return new EchoRequest { StatusCode = (int)StatusCode.OutOfRange, StatusDetail = "first" };
            }
        }
    }

    [Fact]
    public async Task What_a_handler_reads_of_a_call_that_was_cancelled_fails_as_cancelled()
    {
        var read = new TaskCompletionSource<Exception?>();
        var service = new ServiceBuilder(EchoMethods.Service)
            .DuplexStreaming(EchoMethods.DuplexStream, async (requests, replies, context) =>
            {
                (await requests.MoveNextAsync()).ShouldBeTrue();
                await replies.WriteAsync(new EchoReply());
                await Task.Delay(Timeout.Infinite, context.CancellationToken).ContinueWith(_ => { }, TaskScheduler.Default);
                read.SetResult(await Record.ExceptionAsync(async () => await requests.MoveNextAsync()));
            })
            .Build();
        await using var host = await stack.ServeAsync([service]);
        using var channel = stack.Channel(host.Address.Port);
        using var cancellation = new CancellationTokenSource();
        using var call = channel.Start(EchoMethods.DuplexStream, new CallOptions { CancellationToken = cancellation.Token });
        await call.WriteAsync(Request("x"));
        (await call.MoveNextAsync()).ShouldBeTrue();

        await cancellation.CancelAsync();

        (await read.Task.WaitAsync(TimeSpan.FromMinutes(2))).ShouldBeOfType<RpcException>().StatusCode.ShouldBe(StatusCode.Cancelled);
    }

    public sealed class OnKestrelByHttpClient() : RequestStreamTests(Stack.Framework);

    public sealed class OnNativeByNative() : RequestStreamTests(Stack.Native);

    public sealed class OnKestrelByNative() : RequestStreamTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : RequestStreamTests(Stack.HttpClientOnNative);
}

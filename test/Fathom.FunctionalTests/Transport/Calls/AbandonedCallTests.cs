using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Calls whose client leaves, disposes the call or disposes the channel.</summary>
public abstract class AbandonedCallTests(Stack stack)
{
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

    public sealed class OnKestrelByHttpClient() : AbandonedCallTests(Stack.Framework);

    public sealed class OnNativeByNative() : AbandonedCallTests(Stack.Native);

    public sealed class OnKestrelByNative() : AbandonedCallTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : AbandonedCallTests(Stack.HttpClientOnNative);
}

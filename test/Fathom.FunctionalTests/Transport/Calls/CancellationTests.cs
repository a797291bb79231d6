using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Transport.Calls;

/// <summary>Cancellation by a token: that of a call, of an enumeration, or of reading.</summary>
public abstract class CancellationTests(Stack stack)
{
    [Fact]
    public async Task A_token_cancels_a_call_before_and_after_its_response_began()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var before = new CancellationTokenSource();
        using var after = new CancellationTokenSource();
        using var waiting = channel.Start(EchoMethods.Unary, new CallOptions { CancellationToken = before.Token });
        using var streaming = channel.Start(EchoMethods.DuplexStream, new CallOptions { CancellationToken = after.Token });
        await waiting.WriteAsync(new EchoRequest { DelayMs = 60_000, EchoMetadata = true });
        await waiting.ResponseHeadersAsync();
        await streaming.WriteAsync(Request("begin"));
        (await streaming.MoveNextAsync()).ShouldBeTrue();
        await streaming.WriteAsync(new EchoRequest { DelayMs = 60_000, EchoMetadata = false });

        var reading = FailureAsync(async () => await streaming.MoveNextAsync());
        await before.CancelAsync();
        await after.CancelAsync();

        (await FailureAsync(async () => await waiting.MoveNextAsync())).Status.ShouldBe(
            new Status(StatusCode.Cancelled, "Call canceled by the client."));
        (await reading).StatusCode.ShouldBe(StatusCode.Cancelled);
        (await FailureAsync(async () => await streaming.WriteAsync(Request("late")))).StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 2, "both handlers see their cancellation");
    }

    [Fact]
    public async Task A_token_that_was_cancelled_before_sends_nothing()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();

        var options = new CallOptions { CancellationToken = new CancellationToken(canceled: true) };

        (await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), options))).StatusCode.ShouldBe(StatusCode.Cancelled);
        (await FailureAsync(() => channel.ClientStreamingAsync(
            EchoMethods.ClientStream, Stream(Request("x")), options))).StatusCode.ShouldBe(StatusCode.Cancelled);
        channel.ConnectionsOpened.ShouldBe(0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task The_token_of_an_enumeration_ends_the_call_as_that_of_its_options_does(bool enumerations)
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var options = new CancellationTokenSource();
        using var enumeration = new CancellationTokenSource();
        var replies = channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 1000, DelayMs = 1 },
            new CallOptions { CancellationToken = options.Token });

        var failure = await FailureAsync(async () =>
        {
            await foreach (var reply in replies.WithCancellation(enumeration.Token))
            {
                await (enumerations ? enumeration : options).CancelAsync();
            }
        });

        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
    }

    [Fact]
    public async Task The_token_of_ReadAll_cancels_the_call()
    {
        await using var host = await stack.StartAsync();
        using var channel = host.Channel();
        using var cancellation = new CancellationTokenSource();
        using var call = channel.Start(EchoMethods.DuplexStream);
        await call.WriteAsync(Request("x"));

        var failure = await FailureAsync(async () =>
        {
            await foreach (var reply in call.ReadAllAsync(cancellation.Token))
            {
                await cancellation.CancelAsync();
            }
        });

        failure.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => host.Service.Cancelled == 1, "the handler sees its cancellation");
    }

    public sealed class OnKestrelByHttpClient() : CancellationTests(Stack.Framework);

    public sealed class OnNativeByNative() : CancellationTests(Stack.Native);

    public sealed class OnKestrelByNative() : CancellationTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CancellationTests(Stack.HttpClientOnNative);
}

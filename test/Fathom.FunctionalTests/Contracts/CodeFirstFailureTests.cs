using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>Calls between the generated client and the generated host that fail or are ended.</summary>
public abstract class CodeFirstFailureTests(Stack stack)
{
    [Theory]
    [InlineData("token")]
    [InlineData("enumeration")]
    [InlineData("either of two")]
    [InlineData("leaving")]
    public async Task A_stream_is_ended_by_its_options_by_its_enumeration_and_by_leaving_it(string by)
    {
        var tally = new Tally();
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(tally));
        using var options = new CancellationTokenSource();
        using var enumeration = new CancellationTokenSource();
        var stream = server.Client.EndlessAsync(by is "token" or "either of two" ? new CallOptions { CancellationToken = options.Token }
            : default);
        await using (var numbers = stream.GetAsyncEnumerator(by is "token" or "leaving" ? default : enumeration.Token))
        {
            (await numbers.MoveNextAsync()).ShouldBeTrue();
            if (by != "leaving")
            {
                await (by == "token" ? options : enumeration).CancelAsync();
                (await FailureAsync(async () => await numbers.MoveNextAsync())).StatusCode.ShouldBe(StatusCode.Cancelled);
            }
        }

        await Eventually.HoldsAsync(() => tally.Ended == 1, "the service sees the end of its stream");
    }

    [Fact]
    public async Task A_malformed_request_is_InvalidArgument_and_says_where()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));
        var raw = new Method<byte[], byte[]>(MethodKind.Unary, TallyMethods.Double.Service, "Double", new BytesMarshaller(),
            new BytesMarshaller());
        var streaming = new Method<byte[], byte[]>(
            MethodKind.ClientStreaming, TallyMethods.Sum.Service, "Sum", new BytesMarshaller(), new BytesMarshaller());

        var failure = await FailureAsync(() => server.Channel.UnaryAsync(raw, [0x12, 0x7F, 0x41]));
        var inStream = await FailureAsync(() => server.Channel.ClientStreamingAsync(streaming, Stream<byte[]>([8, 1], [0xFF])));

        failure.StatusCode.ShouldBe(StatusCode.InvalidArgument);
        failure.Status.Detail.ShouldStartWith("The request is no Number: Byte ");
        inStream.StatusCode.ShouldBe(StatusCode.InvalidArgument);
    }

    [Fact]
    public async Task A_malformed_response_is_the_servers_fault_and_Internal()
    {
        var raw = new Method<byte[], byte[]>(MethodKind.Unary, TallyMethods.Kept.Service, "Kept", new BytesMarshaller(),
            new BytesMarshaller());
        await using var server = await TallyServer.StartAsync(
            stack, new ServiceBuilder(raw.Service).Unary(raw, (_, _) => new(new byte[] { 0x12, 0x7F, 0x41 })).Build());

        var failure = await FailureAsync(() => server.Client.KeptAsync());

        failure.StatusCode.ShouldBe(StatusCode.Internal);
        failure.Status.Detail.ShouldContain("are no Number");
    }

    [Fact]
    public async Task A_message_over_the_limit_of_a_contract_is_the_transports_to_refuse()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        var failure = await FailureAsync(() => server.Client.NegateAsync(new Number(1, new string('x', 5 << 20))));

        failure.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
    }

    public sealed class OnKestrelByHttpClient() : CodeFirstFailureTests(Stack.Framework);

    public sealed class OnNativeByNative() : CodeFirstFailureTests(Stack.Native);

    public sealed class OnKestrelByNative() : CodeFirstFailureTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CodeFirstFailureTests(Stack.HttpClientOnNative);
}

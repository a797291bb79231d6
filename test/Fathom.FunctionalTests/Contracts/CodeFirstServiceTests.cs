using Fathom.FunctionalTests.Transport;
using Fathom.TestKit;
using Fathom.TestKit.Calls;
using Fathom.Transport.Calls;
using Fathom.Transport.Server;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Contracts;

/// <summary>The generated client against the generated host, over a connection.</summary>
public abstract class CodeFirstServiceTests(Stack stack)
{
    private static readonly TimeSpan Patience = TimeSpan.FromSeconds(60);

    [Fact]
    public async Task A_unary_call_by_each_kind_of_task()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        (await server.Client.DoubleAsync(new Number(21))).Value.ShouldBe(42);
        (await server.Client.NegateAsync(new Number(21))).Value.ShouldBe(-21);
    }

    [Fact]
    public async Task A_stream_of_requests_gets_one_reply()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        (await server.Client.SumAsync(Stream(new Number(1), new Number(2), new Number(3)))).ShouldBe(new Number(6, "no deadline"));
        (await server.Client.SumAsync(Stream<Number>(), Within(60))).ShouldBe(new Number(0, "deadline"));
    }

    [Fact]
    public async Task A_request_gets_a_stream_of_replies()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        var counted = await server.Client.CountAsync(new Number(500)).ListAsync();

        counted.Select(n => n.Value).ShouldBe(Enumerable.Range(1, 500).Select(i => (long)i));
        (await server.Client.CountAsync(new Number(0)).ListAsync()).ShouldBeEmpty();
    }

    [Fact]
    public async Task Requests_and_replies_alternate_on_a_duplex_stream()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));
        using var answered = new SemaphoreSlim(1);
        List<long> sums = [];

        await foreach (var sum in server.Client.SumsAsync(Within(60), Numbers()))
        {
            sums.Add(sum.Value);
            answered.Release();
        }

        sums.ShouldBe([1, 3, 6]);

        async IAsyncEnumerable<Number> Numbers()
        {
            for (var i = 1; i <= 3; i++)
            {
                (await answered.WaitAsync(Patience)).ShouldBeTrue("the reply to the number before comes first");
                yield return new Number(i);
            }
        }
    }

    [Fact]
    public async Task Methods_that_take_or_return_nothing_speak_of_Empty()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        await server.Client.KeepAsync(new Number(7, "seven"));
        (await server.Client.KeptAsync()).ShouldBe(new Number(7, "seven"));
        await server.Client.ForgetAsync();
        (await server.Client.KeptAsync()).Note.ShouldBe("forgotten");
    }

    [Fact]
    public async Task A_call_context_carries_metadata_both_ways_and_the_status()
    {
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(new Tally()));

        var noted = await server.Client.DoubleAsync(new Number(1), Within(60).WithHeaders(Metadata(("x-note", "from the caller"))));
        var failure = await FailureAsync(() => server.Client.DoubleAsync(new Number(-1)).AsTask());

        noted.Note.ShouldBe("from the caller");
        failure.Status.ShouldBe(new Status(StatusCode.OutOfRange, "negative"));
        failure.Trailers.GetValue("x-method").ShouldBe("/Fathom.FunctionalTests.Contracts.Tally/Double");
    }

    [Fact]
    public async Task A_host_may_ask_for_an_instance_for_each_call()
    {
        var made = 0;
        await using var server = await TallyServer.StartAsync(stack, TallyHost.Define(context =>
        {
            context.Method.ShouldEndWith("/Kept");
            made++;
            return new Tally();
        }));

        (await server.Client.KeptAsync()).Value.ShouldBe(0);
        (await server.Client.KeptAsync()).Value.ShouldBe(0);
        made.ShouldBe(2);
    }

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

    public sealed class OnKestrelByHttpClient() : CodeFirstServiceTests(Stack.Framework);

    public sealed class OnNativeByNative() : CodeFirstServiceTests(Stack.Native);

    public sealed class OnKestrelByNative() : CodeFirstServiceTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CodeFirstServiceTests(Stack.HttpClientOnNative);
}

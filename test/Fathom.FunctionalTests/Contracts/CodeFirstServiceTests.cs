using Fathom.FunctionalTests.Transport;
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

    public sealed class OnKestrelByHttpClient() : CodeFirstServiceTests(Stack.Framework);

    public sealed class OnNativeByNative() : CodeFirstServiceTests(Stack.Native);

    public sealed class OnKestrelByNative() : CodeFirstServiceTests(Stack.NativeClientOnKestrel);

    public sealed class OnNativeByHttpClient() : CodeFirstServiceTests(Stack.HttpClientOnNative);
}

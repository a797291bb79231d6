using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our clients, calling a foreign server.</summary>
public abstract class ForeignServerTests(ForeignServers servers, Stack stack)
{
    private const int MessageSize = 16 * 1024;
    private const int Messages = 4000;

    // Windows grow to at most 16 MiB; sockets and libraries buffer some megabytes.
    private const long Bound = 32 * 1024 * 1024;

    private static readonly TimeSpan Quiet = TimeSpan.FromSeconds(1);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Unary_awaited_and_blocking(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        (await channel.UnaryAsync(EchoMethods.Unary, Request("awaited"), Within(20))).Text().ShouldBe("awaited");
        channel.Unary(EchoMethods.Unary, Request("blocking"), Within(20)).Text().ShouldBe("blocking");
        channel.Unary(EchoMethods.Unary, new EchoRequest(), Within(20)).Text().ShouldBeEmpty();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Client_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var reply = await channel.ClientStreamingAsync(
            EchoMethods.ClientStream, Stream(Request("a"), Request("bc"), Request("")), Within(20));

        (reply.Count, reply.TotalBytes).ShouldBe((3, 3L));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Server_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 500 }, Within(20))
            .ListAsync();

        replies.Select(reply => reply.Count).ShouldBe(Enumerable.Range(0, 500));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Duplex_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var call = channel.Start(EchoMethods.DuplexStream, Within(20));
        foreach (var text in new[] { "1", "2", "3" })
        {
            await call.WriteAsync(Request(text));
            (await call.MoveNextAsync()).ShouldBeTrue();
            call.Current.Text().ShouldBe(text);
        }

        await call.CompleteAsync();
        (await call.MoveNextAsync()).ShouldBeFalse();
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Metadata_both_ways(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        var sent = Metadata(("x-text", "a b"));
        sent.Add("x-raw-bin", [0, 255, 128, 7]);
        using var call = channel.Start(EchoMethods.Unary, Within(20).WithHeaders(sent));

        await call.WriteAsync(new EchoRequest { EchoMetadata = true });
        var headers = await call.ResponseHeadersAsync();
        (await call.ReadAllAsync().ListAsync()).Count.ShouldBe(1);

        foreach (var received in new[] { headers, call.Trailers })
        {
            received.GetValue("x-text").ShouldBe("a b");
            received.GetBytes("x-raw-bin")!.Value.ToArray().ShouldBe([0, 255, 128, 7]);
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Every_status_with_its_detail(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        foreach (var code in Enum.GetValues<StatusCode>().Where(code => code != StatusCode.OK))
        {
            var failure = await FailureAsync(() => channel.UnaryAsync(
                EchoMethods.Unary, new EchoRequest { StatusCode = (int)code, StatusDetail = "50 % über\n" }, Within(20)));

            failure.Status.ShouldBe(new Status(code, "50 % über\n"));
        }
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Trailers_come_with_a_failure(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var failure = await FailureAsync(() => channel.UnaryAsync(
            EchoMethods.Unary, new EchoRequest { EchoMetadata = true, StatusCode = 5 }, Within(20).WithHeaders(Metadata(("x-id", "7")))));

        failure.StatusCode.ShouldBe(StatusCode.NotFound);
        failure.Trailers.GetValue("x-id").ShouldBe("7");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_stream_delivers_what_came_before_its_failure(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var call = channel.Start(EchoMethods.ServerStream, Within(20));
        await call.WriteAsync(new EchoRequest { Repeat = 3, StatusCode = (int)StatusCode.Aborted, StatusDetail = "enough" });

        for (var i = 0; i < 3; i++)
        {
            (await call.MoveNextAsync()).ShouldBeTrue();
            call.Current.Count.ShouldBe(i);
        }

        (await FailureAsync(async () => await call.MoveNextAsync())).Status.ShouldBe(new Status(StatusCode.Aborted, "enough"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_handler_that_crashes_and_a_method_that_is_none(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        var nothing = new Method<EchoRequest, EchoReply>(
            MethodKind.Unary, EchoMethods.Service, "Nothing", EchoMethods.Unary.RequestMarshaller, EchoMethods.Unary.ResponseMarshaller);

        var crash = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { Crash = true }, Within(20)));
        var unknown = await FailureAsync(() => channel.UnaryAsync(nothing, Request("x"), Within(20)));

        crash.StatusCode.ShouldBe(StatusCode.Unknown);
        unknown.StatusCode.ShouldBe(StatusCode.Unimplemented);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Deadlines_and_cancellations_are_seen_on_both_sides(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var cancellation = new CancellationTokenSource();
        await channel.UnaryAsync(EchoMethods.Unary, Request("connect first"), Within(20));
        var before = servers.Cancelled(tls);

        var late = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { DelayMs = 60_000 }, Within(5)));
        using var call = channel.Start(EchoMethods.ServerStream, Within(20).WithCancellationToken(cancellation.Token));
        await call.WriteAsync(new EchoRequest { Repeat = 1, DelayMs = 60_000, EchoMetadata = true });
        await call.ResponseHeadersAsync();
        await cancellation.CancelAsync();
        var cancelled = await FailureAsync(async () => await call.MoveNextAsync());

        late.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        cancelled.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => servers.Cancelled(tls) == before + 2, "both handlers see their cancellation");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Ten_MiB_both_ways_and_the_limits_of_both_sides(bool tls)
    {
        using var unlimited = servers.Channel(stack, tls, maxReceive: null);
        using var limited = servers.Channel(stack, tls);
        var request = Request(10 << 20);

        (await unlimited.UnaryAsync(EchoMethods.Unary, request, Within(30))).Payload.Equals(request.Payload).ShouldBeTrue();
        var here = await FailureAsync(() => limited.UnaryAsync(EchoMethods.Unary, new EchoRequest { ReplySize = 4_860_002 }, Within(30)));
        var there = await FailureAsync(() => unlimited.UnaryAsync(EchoMethods.Unary, Request(12 << 20), Within(30)));

        here.Status.ShouldBe(new Status(StatusCode.ResourceExhausted, "Received message larger than max (4860007 vs. 4194304)"));
        there.StatusCode.ShouldBe(StatusCode.ResourceExhausted);
        there.Status.Detail.ShouldContain("larger than max");
        there.Status.Detail.ShouldMatch($@"\({(12 << 20) + 5} vs\.? {11 << 20}\)");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Three_hundred_calls_at_once(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await Task.WhenAll(Enumerable.Range(0, 300)
            .Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"), Within(30))));

        replies.Select(reply => reply.Text()).ShouldBe(Enumerable.Range(0, 300).Select(i => $"{i}"));
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_server_stops_writing_while_we_do_not_read(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var call = channel.Start(EchoMethods.ServerStream, Within(120));
        await channel.UnaryAsync(EchoMethods.Unary, Request("connect first"), Within(20));
        var before = servers.Written(tls);

        await call.WriteAsync(new EchoRequest { Payload = Request(MessageSize).Payload, Repeat = Messages });
        await Eventually.HoldsAsync(() => servers.Written(tls) > before, "the server begins");
        var held = await Eventually.SettlesAsync(() => servers.Written(tls), Quiet) - before;

        (held * MessageSize).ShouldBeInRange(1, Bound);
        var (count, total) = (0, 0L);
        await foreach (var reply in call.ReadAllAsync())
        {
            reply.Count.ShouldBe(count++);
            total += reply.Payload.Length;
        }

        total.ShouldBe((long)Messages * MessageSize);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task We_stop_writing_while_a_server_does_not_read_and_can_cancel_then(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var cancellation = new CancellationTokenSource();
        await channel.UnaryAsync(EchoMethods.Unary, Request("connect first"), Within(20));
        using var call = channel.Start(EchoMethods.DuplexStream, Within(120).WithCancellationToken(cancellation.Token));
        var before = servers.Cancelled(tls);
        var written = 0L;

        await call.WriteAsync(new EchoRequest { DelayMs = 120_000 });
        var writing = WriteAsync();
        await Eventually.HoldsAsync(() => Interlocked.Read(ref written) > 0, "we begin");
        var held = await Eventually.SettlesAsync(() => Interlocked.Read(ref written), Quiet);
        await cancellation.CancelAsync();

        held.ShouldBeInRange(1, Bound);
        (await FailureAsync(() => writing)).StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => servers.Cancelled(tls) > before, "the handler sees its cancellation");

        async Task WriteAsync()
        {
            var request = Request(MessageSize);
            for (var i = 0; i < Messages; i++)
            {
                await call.WriteAsync(request);
                Interlocked.Add(ref written, MessageSize);
            }
        }
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_Unavailable_and_the_detail_says_TLS()
    {
        using var channel = servers.Channel(stack, tls: true, change: options => options with { Tls = null });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(20)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldStartWith($"TLS with {channel.Options.Address} failed: ");
    }

    public sealed class GrpcioByHttpClient(GrpcioServers servers) : ForeignServerTests(servers, Stack.Framework),
        IClassFixture<GrpcioServers>;

    public sealed class GrpcioByNative(GrpcioServers servers) : ForeignServerTests(servers, Stack.Native), IClassFixture<GrpcioServers>;

    public sealed class GrpcJsByHttpClient(GrpcJsServers servers) : ForeignServerTests(servers, Stack.Framework),
        IClassFixture<GrpcJsServers>;

    public sealed class GrpcJsByNative(GrpcJsServers servers) : ForeignServerTests(servers, Stack.Native), IClassFixture<GrpcJsServers>;

    public sealed class GrpcioServers() : ForeignServers(Grpcio.FindAsync);

    public sealed class GrpcJsServers() : ForeignServers(GrpcJs.FindAsync);
}

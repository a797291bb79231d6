using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>How the calls of our clients to a foreign server fail or are ended.</summary>
public abstract class ForeignStatusTests(ForeignServers servers, Stack stack)
{
    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Statuses, ShowsAttribute.Tls)]
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
    [Shows(ShowsAttribute.Endings, ShowsAttribute.Tls)]
    public async Task Deadlines_and_cancellations_are_seen_on_both_sides(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var cancellation = new CancellationTokenSource();
        var before = servers.Cancelled(tls);

        var late = await LateAsync(channel);
        using var call = channel.Start(EchoMethods.ServerStream, Within(60).WithCancellationToken(cancellation.Token));
        await call.WriteAsync(new EchoRequest { Repeat = 1, DelayMs = 60_000, EchoMetadata = true });
        await call.ResponseHeadersAsync();
        await cancellation.CancelAsync();
        var cancelled = await FailureAsync(async () => await call.MoveNextAsync());

        late.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        cancelled.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => servers.Cancelled(tls) >= before + 2, "both handlers see their cancellation");
    }

    [Fact]
    public async Task A_certificate_that_is_not_trusted_is_Unavailable_and_the_detail_says_TLS()
    {
        using var channel = servers.Channel(stack, tls: true, change: options => options with { Tls = null });

        var failure = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, Request("x"), Within(20)));

        failure.StatusCode.ShouldBe(StatusCode.Unavailable);
        failure.Status.Detail.ShouldStartWith($"TLS with {channel.Options.Address} failed: ");
    }

    // A deadline that comes before the handler has begun is doubled.
    private static async Task<RpcException> LateAsync(Channel channel)
    {
        for (var seconds = 0.25; ; seconds *= 2)
        {
            var hasBegun = false;
            using var call = channel.Start(EchoMethods.Unary, Within(seconds).WithHeaders(Metadata(("x-id", "7"))));
            var failure = await FailureAsync(async () =>
            {
                await call.WriteAsync(new EchoRequest { DelayMs = 60_000, EchoMetadata = true });
                await call.ResponseHeadersAsync();
                hasBegun = true;
                await call.MoveNextAsync();
            });
            if (hasBegun)
            {
                return failure;
            }
        }
    }

    [Collection<GrpcioServers.Users>]
    [Peer(PeerAttribute.Python)]
    public sealed class GrpcioByHttpClient(GrpcioServers servers) : ForeignStatusTests(servers, Stack.Framework);

    [Collection<GrpcioServers.Users>]
    [Peer(PeerAttribute.Python)]
    public sealed class GrpcioByNative(GrpcioServers servers) : ForeignStatusTests(servers, Stack.Native);

    [Collection<GrpcJsServers.Users>]
    [Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByHttpClient(GrpcJsServers servers) : ForeignStatusTests(servers, Stack.Framework);

    [Collection<GrpcJsServers.Users>]
    [Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByNative(GrpcJsServers servers) : ForeignStatusTests(servers, Stack.Native);
}

using Fathom.FunctionalTests.Interop.Compatibility;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Sizes of messages, and flow control, between our clients and a foreign server.</summary>
public abstract class ForeignLimitTests(ForeignServers servers, Stack stack)
{
    private const int MessageSize = 16 * 1024;
    private const int Messages = 4000;

    // Windows grow to at most 16 MiB; sockets and libraries buffer some megabytes.
    private const long Bound = 32 * 1024 * 1024;

    private static readonly TimeSpan Quiet = TimeSpan.FromMilliseconds(250);

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    [Shows(ShowsAttribute.Limits, ShowsAttribute.Tls)]
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
    [Shows(ShowsAttribute.Limits, ShowsAttribute.Tls)]
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

    [Collection<GrpcioServers.Users>]
    [Peer(PeerAttribute.Python)]
    public sealed class GrpcioByHttpClient(GrpcioServers servers) : ForeignLimitTests(servers, Stack.Framework);

    [Collection<GrpcioServers.Users>]
    [Peer(PeerAttribute.Python)]
    public sealed class GrpcioByNative(GrpcioServers servers) : ForeignLimitTests(servers, Stack.Native);

    [Collection<GrpcJsServers.Users>]
    [Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByHttpClient(GrpcJsServers servers) : ForeignLimitTests(servers, Stack.Framework);

    [Collection<GrpcJsServers.Users>]
    [Peer(PeerAttribute.JavaScript)]
    public sealed class GrpcJsByNative(GrpcJsServers servers) : ForeignLimitTests(servers, Stack.Native);
}

using System.Security.Cryptography.X509Certificates;
using Fathom.FunctionalTests.Transport;
using Fathom.Subjects.Echo;
using Fathom.Subjects.Hosts;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using static Fathom.FunctionalTests.Transport.Messages;

namespace Fathom.FunctionalTests.Interop;

/// <summary>Our client, calling grpcio: echo_server.py runs once without and once with TLS.</summary>
public abstract class GrpcioServerTests(GrpcioServerTests.Servers servers, Stack stack)
{
    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Unary_awaited_and_blocking(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        (await channel.UnaryAsync(EchoMethods.Unary, Request("awaited"), Within(20))).Text().ShouldBe("awaited");
        channel.Unary(EchoMethods.Unary, Request("blocking"), Within(20)).Text().ShouldBe("blocking");
        channel.Unary(EchoMethods.Unary, new EchoRequest(), Within(20)).Text().ShouldBeEmpty();
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Client_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var reply = await channel.ClientStreamingAsync(EchoMethods.ClientStream, Stream(Request("a"), Request("bc"), Request("")), Within(20));

        (reply.Count, reply.TotalBytes).ShouldBe((3, 3L));
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Server_stream(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await channel.ServerStreamingAsync(EchoMethods.ServerStream, new EchoRequest { Repeat = 500 }, Within(20)).ListAsync();

        replies.Select(reply => reply.Count).ShouldBe(Enumerable.Range(0, 500));
    }

    [SkippableTheory]
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

    [SkippableTheory]
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

    [SkippableTheory]
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

    [SkippableTheory]
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

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task A_deadline_and_a_cancellation_are_seen_on_both_sides(bool tls)
    {
        using var channel = servers.Channel(stack, tls);
        using var cancellation = new CancellationTokenSource();
        await channel.UnaryAsync(EchoMethods.Unary, Request("connect first"), Within(20));
        var before = servers.Cancelled(tls);

        var late = await FailureAsync(() => channel.UnaryAsync(EchoMethods.Unary, new EchoRequest { DelayMs = 60_000 }, Within(1)));
        using var call = channel.Start(EchoMethods.ServerStream, Within(20).WithCancellationToken(cancellation.Token));
        await call.WriteAsync(new EchoRequest { Repeat = 1, DelayMs = 60_000, EchoMetadata = true });
        await call.ResponseHeadersAsync();
        await cancellation.CancelAsync();
        var cancelled = await FailureAsync(async () => await call.MoveNextAsync());

        late.StatusCode.ShouldBe(StatusCode.DeadlineExceeded);
        cancelled.StatusCode.ShouldBe(StatusCode.Cancelled);
        await Eventually.HoldsAsync(() => servers.Cancelled(tls) == before + 2, "both handlers of grpcio see their cancellation");
    }

    [SkippableTheory]
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
        there.Status.Detail.ShouldContain($"({(12 << 20) + 5} vs. {11 << 20})");
    }

    [SkippableTheory]
    [InlineData(false)]
    [InlineData(true)]
    public async Task Three_hundred_calls_at_once(bool tls)
    {
        using var channel = servers.Channel(stack, tls);

        var replies = await Task.WhenAll(Enumerable.Range(0, 300).Select(i => channel.UnaryAsync(EchoMethods.Unary, Request($"{i}"), Within(30))));

        replies.Select(reply => reply.Text()).ShouldBe(Enumerable.Range(0, 300).Select(i => $"{i}"));
    }

    public sealed class ByHttpClient(Servers servers) : GrpcioServerTests(servers, Stack.Framework), IClassFixture<Servers>;

    public sealed class ByNative(Servers servers) : GrpcioServerTests(servers, Stack.NativeClientOnKestrel), IClassFixture<Servers>;

    public sealed class Servers : IAsyncLifetime
    {
        private readonly Dictionary<bool, (PythonProcess Process, ChannelOptions Options)> _servers = [];
        private GrpcioTools? _tools;

        internal Channel Channel(Stack stack, bool tls, int? maxReceive = MessageLimits.DefaultMaxReceiveSize)
        {
            Skip.If(_tools!.Missing is not null, _tools.Missing);
            return stack.Channel(_servers[tls].Options with { MaxReceiveMessageSize = maxReceive });
        }

        public int Cancelled(bool tls) => _servers[tls].Process.Lines.Count(line => line == "cancelled");

        public async Task InitializeAsync()
        {
            _tools = await GrpcioTools.FindAsync();
            if (_tools.Missing is not null)
            {
                return;
            }

            using var certificate = EphemeralCertificate.Create();
            var (pem, key) = (Path.Combine(_tools.Directory.FullName, "certificate.pem"), Path.Combine(_tools.Directory.FullName, "key.pem"));
            await File.WriteAllTextAsync(pem, certificate.ExportCertificatePem());
            await File.WriteAllTextAsync(key, certificate.GetECDsaPrivateKey()!.ExportPkcs8PrivateKeyPem());
            await StartAsync(tls: false, []);
            await StartAsync(tls: true, [pem, key]);
        }

        public async Task DisposeAsync()
        {
            foreach (var (process, _) in _servers.Values)
            {
                await process.DisposeAsync();
            }

            _tools?.Dispose();
        }

        private async Task StartAsync(bool tls, string[] files)
        {
            var process = PythonProcess.Start(_tools!.Python!, "echo_server.py", [_tools.Directory.FullName, .. files]);
            _servers[tls] = (process, new ChannelOptions { Address = new Uri("http://127.0.0.1") });
            await Eventually.HoldsAsync(() => process.Lines.Count > 0 || process.HasExited, "the server says where it listens");
            process.Lines.ShouldNotBeEmpty(process.Errors);
            var port = process.Lines.First().Split(' ')[1];
            _servers[tls] = (process, new ChannelOptions
            {
                Address = new Uri($"{(tls ? "https" : "http")}://127.0.0.1:{port}"),
                Tls = tls ? ChannelTls.TrustPem(await File.ReadAllTextAsync(files[0])) : null,
            });
        }
    }
}

using Fathom.FunctionalTests.Transport;
using Fathom.Load.Grpc;
using Fathom.Load.Grpc.Calls;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.Subjects.Echo;
using Fathom.TestKit;
using Fathom.Transport.Calls;
using Fathom.Transport.Client;
using Fathom.Wire.Grpc;
using Google.Protobuf;

namespace Fathom.FunctionalTests.Load;

/// <summary>The driver against real hosts: every call is made, and counted as what became of it.</summary>
public class LoadDriverTests
{
    public static TheoryData<bool, MethodKind> HostsAndKinds =>
        [.. new[] { true, false }.SelectMany(native => Enum.GetValues<MethodKind>().Select(kind => (native, kind)))];

    [Theory]
    [MemberData(nameof(HostsAndKinds))]
    public async Task Every_call_of_each_kind_is_answered(bool native, MethodKind kind)
    {
        await using var host = await new Stack(native, true).StartAsync();
        EchoRequest[] requests = [.. Enumerable.Range(0, 3).Select(i => new EchoRequest { Payload = Payload(i), Repeat = 4 })];
        var run = await LoadRuns.RunAsync(LoadRuns.Echo(host.Address, kind, requests) with { Connections = 3 }, LoadRuns.Calls(2000, 20));
        run.Outcomes().ShouldBe(new() { ["OK"] = 2000 });
        var total = run.Collector.Total;
        total.Latency.TotalCount.ShouldBe(2000);
        total.Streams.Received.ShouldBe(kind switch { MethodKind.ServerStreaming => 8000, MethodKind.DuplexStreaming => 24_000, _ => 0 });
        run.Generator.Connections.ShouldBe(3);
        run.Collector.Seconds.Sum(s => s.Calls).ShouldBe(2000);
    }

    [Fact]
    public async Task Large_messages_wait_for_the_servers_window_and_arrive_whole()
    {
        await using var host = await Stack.Native.StartAsync();
        var request = new EchoRequest { Payload = ByteString.CopyFrom(Messages.Pattern(3_000_000)) };
        var target = LoadRuns.Echo(host.Address, MethodKind.Unary, request) with
        {
            ExpectedReplies = [new(new EchoReply { Payload = request.Payload, TotalBytes = 3_000_000 }.ToByteArray())],
        };
        var run = await LoadRuns.RunAsync(target, LoadRuns.Calls(40, 2));
        run.Outcomes().ShouldBe(new() { ["OK"] = 40 });
        run.Collector.Total.SentBytes.ShouldBe(40 * request.CalculateSize());
    }

    [Fact]
    public async Task A_reply_that_is_not_the_expected_one_is_a_failure()
    {
        await using var host = await Stack.Native.StartAsync();
        EchoRequest[] requests = [new() { Payload = Payload(1) }, new() { Payload = Payload(2) }];
        ExpectedReply[] replies = [.. requests.Select(r => new EchoReply { Payload = r.Payload, TotalBytes = r.Payload.Length })
            .Select(r => new ExpectedReply(r.ToByteArray()))];
        var target = LoadRuns.Echo(host.Address, MethodKind.Unary, requests);
        (await LoadRuns.RunAsync(target with { ExpectedReplies = [replies[0]] }, LoadRuns.Calls(100)))
            .Outcomes().ShouldBe(new() { ["OK"] = 50, ["WRONG_REPLY"] = 50 });
        (await LoadRuns.RunAsync(target with { ExpectedReplies = replies }, LoadRuns.Calls(100)))
            .Outcomes().ShouldBe(new() { ["OK"] = 100 }, "each request has a reply of its own");
    }

    [Fact]
    public async Task Failures_are_counted_by_status_with_one_explanation_each()
    {
        await using var host = await Stack.Native.StartAsync();
        EchoRequest[] requests = [new(), new() { StatusCode = 5, StatusDetail = "nothing here" }, new() { StatusCode = 8 }, new()];
        var run = await LoadRuns.RunAsync(LoadRuns.Echo(host.Address, MethodKind.Unary, requests), LoadRuns.Calls(400));
        run.Outcomes().ShouldBe(new() { ["OK"] = 200, ["NOT_FOUND"] = 100, ["RESOURCE_EXHAUSTED"] = 100 });
        run.Failures[(int)StatusCode.NotFound].ShouldBe("nothing here");
        run.Collector.Total.Latency.TotalCount.ShouldBe(200);
        run.Collector.Total.FailureLatency.TotalCount.ShouldBe(200);

        var unknown = await LoadRuns.RunAsync(LoadRuns.Echo(host.Address) with { Path = "/no.Such/Method" }, LoadRuns.Calls(10));
        unknown.Outcomes().ShouldBe(new() { ["UNIMPLEMENTED"] = 10 });
    }

    [Fact]
    public async Task A_call_without_an_answer_ends_at_its_deadline_and_counts_as_that_long()
    {
        await using var host = await Stack.Native.StartAsync();
        EchoRequest[] requests = [new() { DelayMs = 60_000 }, new()];
        // On a busy machine the deadline may be too short for an answer, too.
        for (var deadline = TimeSpan.FromMilliseconds(200); ; deadline *= 2)
        {
            var target = LoadRuns.Echo(host.Address, MethodKind.Unary, requests) with { Deadline = deadline };
            var run = await LoadRuns.RunAsync(target, LoadRuns.Calls(20));
            run.Collector.Total.Latency.TotalCount.ShouldBe(20);
            run.Collector.Total.Latency.GetValueAtPercentile(90).ShouldBeGreaterThanOrEqualTo((long)(deadline.TotalNanoseconds * 0.995));
            if (run.Outcomes().GetValueOrDefault("OK") == 10 || deadline > TimeSpan.FromSeconds(10))
            {
                run.Outcomes().ShouldBe(new() { ["OK"] = 10, ["DEADLINE_EXCEEDED"] = 10 });
                break;
            }
        }
    }

    [Fact]
    public async Task Calls_with_TLS_and_metadata_are_made()
    {
        await using var host = await Stack.Native.StartAsync(tls: true);
        var target = LoadRuns.Echo(host.Address) with
        {
            Server = new() { Address = host.Address, Tls = ChannelTls.TrustPem(host.CertificatePem!) },
            Metadata = new Metadata { { "x-team", "a b" }, { "authorization", "Bearer secret" } },
            Connections = 2,
        };
        (await LoadRuns.RunAsync(target, LoadRuns.Calls(500))).Outcomes().ShouldBe(new() { ["OK"] = 500 });

        var untrusted = new GrpcLoadRun(target with { Server = new() { Address = host.Address } }, LoadRuns.Calls(1));
        (await untrusted.ConnectAsync(default)).ShouldNotBeNull().Stage.ShouldBe(ConnectionStage.Tls);
    }

    [Fact]
    public async Task A_target_that_is_not_there_is_known_before_the_run()
    {
        var run = new GrpcLoadRun(LoadRuns.Echo(new Uri($"http://127.0.0.1:{FreePort.Next()}")), LoadRuns.Calls(1));
        var failure = await run.ConnectAsync(default);
        failure.ShouldNotBeNull().Stage.ShouldBe(ConnectionStage.Connect);
        failure.Reason.ShouldContain("ConnectionRefused");
    }

    [Theory]
    [InlineData(ChannelUse.New, 4)]
    [InlineData(ChannelUse.PerCall, 200)]
    public async Task Connections_are_opened_by_the_run_where_that_was_asked(ChannelUse use, int connections)
    {
        await using var host = await Stack.Native.StartAsync();
        var run = await LoadRuns.RunAsync(LoadRuns.Echo(host.Address) with { Connections = 4, Channel = use }, LoadRuns.Calls(200, 8));
        run.Outcomes().ShouldBe(new() { ["OK"] = 200 });
        run.Generator.Connections.ShouldBe(connections);
    }

    [Fact]
    public async Task Calls_of_lost_connections_are_counted_and_the_run_goes_on_with_new_ones()
    {
        var host = await Stack.Native.StartAsync();
        var port = host.Address.Port;
        var run = new GrpcLoadRun(LoadRuns.Echo(host.Address) with { Connections = 2 }, new LoadPlan
        {
            Rate = RateProfile.Constant(500),
            Limits = new PlanLimits(null, TimeSpan.FromMinutes(2)),
        });
        (await run.ConnectAsync(default)).ShouldBeNull();
        using var stop = new CancellationTokenSource();
        var running = run.RunAsync(stop.Token);
        await Eventually.HoldsAsync(() => Calls(run, "OK") > 50, "calls succeed");
        await host.DisposeAsync();
        await Eventually.HoldsAsync(() => Calls(run, "UNAVAILABLE") > 0, "calls fail while the server is away");
        var before = Calls(run, "OK");
        await using var again = await Stack.Native.StartAsync(port: port);
        await Eventually.HoldsAsync(() => Calls(run, "OK") > before + 50, "calls succeed on new connections");
        await stop.CancelAsync();
        await running;
        run.Collect();
        run.Generator.ConnectionsLost.ShouldBeLessThanOrEqualTo(2, "what failed meanwhile were attempts");
        (run.Generator.FailedAttempts > 0, run.Generator.AwaySeconds > 0).ShouldBe((true, true));
        run.Outcomes().Keys.ShouldBeSubsetOf(["OK", "UNAVAILABLE", "CANCELLED"]);
    }

    private static ByteString Payload(int i) => ByteString.CopyFromUtf8($"message {i}");

    private static long Calls(GrpcLoadRun run, string outcome)
    {
        run.Collect();
        return run.Outcomes().GetValueOrDefault(outcome);
    }
}

using Fathom.FunctionalTests.Transport;
using Fathom.Load.Pacing;
using Fathom.Load.Plans;
using Fathom.Load.Schedules;
using Fathom.Subjects.Echo;
using Fathom.Transport.Calls;
using Google.Protobuf;
using HdrHistogram;

namespace Fathom.FunctionalTests.Load;

/// <summary>Streams that do not end by themselves, and what the messages of streams show.</summary>
public class LastingStreamTests
{
    private static readonly EchoRequest Endless = new() { Repeat = int.MaxValue, DelayMs = 20 };

    [Fact]
    public async Task A_run_ends_ten_seconds_after_its_last_call_whatever_its_streams_do()
    {
        await using var host = await Stack.Native.StartAsync();
        var target = LoadRuns.Echo(host.Address, MethodKind.ServerStreaming, Endless);
        var (counted, timed, open) = (LoadRuns.Calls(5, 50),
            new LoadPlan { Concurrency = 5, Limits = new PlanLimits(null, TimeSpan.FromMilliseconds(200)) },
            new LoadPlan
            {
                Concurrency = 5, Rate = RateProfile.Constant(100), Limits = new PlanLimits(null, TimeSpan.FromMilliseconds(200)),
            });

        var runs = await Task.WhenAll(new[] { counted, timed, open }.Select(plan => LoadRuns.RunAsync(target, plan)));

        runs[0].Outcomes().ShouldBe(new() { ["CANCELLED"] = 5 });
        runs[1].Outcomes().ShouldBe(new() { ["CANCELLED"] = 5 });
        // Of 20 calls that were due 5 were made.
        runs[2].Outcomes().ShouldBe(new() { ["CANCELLED"] = 5, ["UNAVAILABLE"] = 15 });
        runs.ShouldAllBe(run => run.Generator.Seconds >= 10 && run.Collector.Total.FailureLatency.TotalCount >= 5);
        runs.ShouldAllBe(run => run.Collector.Total.Streams.Received > 0);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task A_stream_that_is_ended_in_time_is_no_failure(bool native)
    {
        await using var host = await new Stack(native, true).StartAsync();
        var target = LoadRuns.Echo(host.Address, MethodKind.ServerStreaming, Endless) with { StreamFor = TimeSpan.FromMilliseconds(300) };
        var run = await LoadRuns.RunAsync(target, LoadRuns.Calls(6, 3));

        run.Outcomes().ShouldBe(new() { ["OK"] = 6 });
        var total = run.Collector.Total;
        (total.Failed, total.Latency.TotalCount).ShouldBe((0, 6));
        total.Latency.GetValueAtPercentile(0).ShouldBeGreaterThanOrEqualTo(299_000_000);
        (total.Streams.FirstMessage.TotalCount, total.Streams.Received > 6).ShouldBe((6, true));
    }

    [Theory]
    [InlineData(MethodKind.DuplexStreaming)]
    [InlineData(MethodKind.ClientStreaming)]
    public async Task The_clients_side_stays_open_until_then_and_the_server_ends_the_stream(MethodKind kind)
    {
        await using var host = await Stack.Native.StartAsync();
        EchoRequest[] requests = [new() { Payload = ByteString.CopyFromUtf8("a") }, new() { Payload = ByteString.CopyFromUtf8("b") }];
        var target = LoadRuns.Echo(host.Address, kind, requests) with { StreamFor = TimeSpan.FromMilliseconds(200) };
        var run = await LoadRuns.RunAsync(target, LoadRuns.Calls(4, 2));

        run.Outcomes().ShouldBe(new() { ["OK"] = 4 });
        run.Collector.Total.Latency.GetValueAtPercentile(0).ShouldBeGreaterThanOrEqualTo(199_000_000);
        run.Collector.Total.Streams.Sent.ShouldBe(8);
    }

    [Fact]
    public async Task A_server_that_does_not_end_its_stream_either_is_no_failure()
    {
        await using var host = await Stack.Native.StartAsync();
        var target = LoadRuns.Echo(host.Address, MethodKind.DuplexStreaming, Endless) with { StreamFor = TimeSpan.FromMilliseconds(100) };
        (await LoadRuns.RunAsync(target, LoadRuns.Calls(2, 2))).Outcomes().ShouldBe(new() { ["OK"] = 2 });
    }

    [Fact]
    public async Task Answers_are_timed_where_each_request_has_one()
    {
        await using var host = await Stack.Native.StartAsync();
        EchoRequest[] slow = [new() { DelayMs = 50 }, new() { DelayMs = 50 }];
        var paired = (await LoadRuns.RunAsync(LoadRuns.Echo(host.Address, MethodKind.DuplexStreaming, slow), LoadRuns.Calls(3)))
            .Collector.Total.Streams;
        var several = (await LoadRuns.RunAsync(LoadRuns.Echo(host.Address, MethodKind.DuplexStreaming, new EchoRequest { Repeat = 2 }),
            LoadRuns.Calls(3))).Collector.Total.Streams;

        (paired.Sent, paired.Received, paired.Answer.TotalCount, paired.Unpaired).ShouldBe((6, 6, 6, 0));
        // The second request of a stream waits for the first.
        paired.Answer.GetMaxValue().ShouldBeGreaterThanOrEqualTo(99_000_000);
        (several.Sent, several.Received, several.Unpaired).ShouldBe((3, 6, 3));
    }

    [Fact]
    public async Task A_silence_until_the_end_of_a_stream_is_its_longest_gap()
    {
        await using var host = await Stack.Native.StartAsync();
        var target = LoadRuns.Echo(host.Address, MethodKind.DuplexStreaming, new EchoRequest(), new EchoRequest { DelayMs = 600_000 })
            with { StreamFor = TimeSpan.FromMilliseconds(300) };
        var streams = (await LoadRuns.RunAsync(target, LoadRuns.Calls(1))).Collector.Total.Streams;

        (streams.Received, streams.Gap.TotalCount).ShouldBe((1, 1));
        // The client's side ends after 300 ms, the stream a second later.
        streams.Gap.GetMaxValue().ShouldBeGreaterThan(900_000_000);
    }
}

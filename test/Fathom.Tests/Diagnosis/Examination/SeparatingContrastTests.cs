using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Rivals that look alike but for one contrast, in worlds with a little noise.</summary>
public class SeparatingContrastTests
{
    private const double MinuteMs = 60_000;

    private static readonly WorldParameters Sound = new()
    {
        Fault = FaultKind.None,
        Stack = ServerStack.DotNet,
        RoundTripMs = 0.2,
        Noise = 0.02,
        SeesProcess = true,
        Processors = 2,
        ComputeMs = 0.2,
        WaitMs = 0,
        LibraryMs = 0.1,
    };

    // Of the two processors that it may use, the programs beside it leave less than one.
    [Fact]
    public async Task Processors_that_others_fill_are_no_lock()
    {
        var possible = await PossibleAsync(Sound with { Fault = FaultKind.Cpu, ComputeMs = 30, Neighbours = 3 });

        possible.ShouldContain("processors on which calls compute");
        possible.ShouldNotContain("one place that calls take in turn");
    }

    [Fact]
    public async Task A_pool_that_grows_within_a_row_is_no_lack_of_processors()
    {
        var rivals = await ExamineAsync(
            Sound with { Fault = FaultKind.Starved, Processors = 8, SeesProcess = false, BlockMs = 86, SeesBlocking = true });

        rivals.Possible.Select(r => r.Mechanism.Cause).ShouldContain("thread-pool-starvation");
        Rejection(rivals, "processors on which calls compute").ShouldBe(Contrast.RowOfBurst);
    }

    [Fact]
    public async Task No_op_calls_that_cost_a_token_each_and_nothing_alone_wait_for_no_place()
    {
        var rivals = await ExamineAsync(Sound with
        {
            Fault = FaultKind.SharedBucket, TokenGapMs = 30, TokenBurst = 4, TokensAreShared = true, WaitMs = 34, RoundTripMs = 26,
        });

        rivals.Possible.ShouldHaveSingleItem().Mechanism.Name.ShouldBe("a limit of the rate of calls of all methods");
    }

    [Fact]
    public async Task Far_away_a_stream_is_held_for_longer_than_the_method_takes() =>
        (await PossibleAsync(Sound with
        {
            Fault = FaultKind.Streams, StreamLimit = 1, WaitMs = 27, RoundTripMs = 26, Stack = ServerStack.Go,
        })).ShouldBe(["the limit of streams on a connection"]);

    // Where calls end on ticks, a pause before one changes its time, whatever else they wait for.
    [Fact]
    public async Task Of_calls_that_end_on_ticks_nothing_is_asked_by_when_they_start()
    {
        var rivals = await ExamineAsync(
            Sound with { Fault = FaultKind.Tick, TickMs = 40, Stack = ServerStack.Python, PoolThreads = 10 }, endsOnTicks: true);

        rivals.Done.Select(e => e.Id).Intersect(["pause-between", "one-call-more"]).ShouldBeEmpty();
        rivals.Possible.Select(r => r.Mechanism.Cause).ShouldContain("thread-pool-starvation");
    }

    [Fact]
    public async Task A_proxy_may_limit_the_rate_of_calls_before_any_library()
    {
        static string? WhyNot(RivalExamination rivals) =>
            rivals.Rivals.Single(r => r.Mechanism.Name == "a limit of the rate of calls of all methods").Impossible;

        var python = Sound with { Fault = FaultKind.Gate, Places = 2, PlaceMs = 20, Stack = ServerStack.Python, PoolThreads = 40 };
        WhyNot(await ExamineAsync(python)).ShouldNotBeNull();
        WhyNot(await ExamineAsync(python with { HasProxy = true, IsProxyNamed = true, SeesProcess = false })).ShouldBeNull();
    }

    [Fact]
    public async Task A_place_that_is_asked_for_again_and_again_costs_few_calls_more_than_many()
    {
        var rivals = await ExamineAsync(Sound with
        {
            Fault = FaultKind.Polled, Stack = ServerStack.Go, Places = 1, PlaceMs = 8, PollMs = 50,
        });

        Rejection(rivals, "one place that calls take in turn").ShouldNotBeNull();
        rivals.Possible.Select(r => r.Mechanism.Cause).ShouldContain("serialised-handler");
    }

    [Fact]
    public async Task What_blocks_an_event_loop_beside_threads_that_answer_PING_is_no_lock() =>
        (await PossibleAsync(Sound with { Fault = FaultKind.LoopBlocked, Stack = ServerStack.AsyncPython, BlockMs = 40 }))
            .ShouldBe(["the one event loop, or thread, that serves all calls"]);

    [Fact]
    public async Task A_proxy_that_counts_the_calls_of_each_connection_is_seen_by_four_connections() =>
        (await PossibleAsync(Sound with
        {
            Fault = FaultKind.ProxyOfEach, Stack = ServerStack.Go, HasProxy = true, IsProxyNamed = true, SeesProcess = false,
            ProxyPlaces = 4, ProxyIsOfEach = true, WaitMs = 20,
        })).ShouldBe(["a proxy's limit of calls at a time for each connection"]);

    // A gate behind a wait: two waves of its calls end within a third of the time of one.
    [Fact]
    public async Task A_turn_that_is_shorter_than_a_call_is_counted_as_a_turn()
    {
        var rivals = await ExamineAsync(Sound with
        {
            Fault = FaultKind.Gate, Stack = ServerStack.Go, Places = 4, PlaceMs = 15, WaitMs = 40,
        });

        rivals.Possible.ShouldHaveSingleItem().Mechanism.Name.ShouldBe("several places that calls take in turn");
    }

    private static Contrast? Rejection(RivalExamination rivals, string name) =>
        rivals.Rivals.Single(r => r.Mechanism.Name == name).Rejected?.Prediction.Of;

    private static async Task<IReadOnlyList<string>> PossibleAsync(WorldParameters parameters) =>
        [.. (await ExamineAsync(parameters)).Possible.Select(r => r.Mechanism.Name)];

    private static async Task<RivalExamination> ExamineAsync(WorldParameters parameters, bool endsOnTicks = false)
    {
        var world = new World(parameters, seed: 1);
        var began = world.NowMs;
        var examination = new ConcurrencyExamination(world, world.Facts with { EndsOnTicks = endsOnTicks });
        await examination.ExamineAsync(() => MinuteMs - (world.NowMs - began), _ => { }, default);
        return examination.Rivals.ShouldNotBeNull();
    }
}

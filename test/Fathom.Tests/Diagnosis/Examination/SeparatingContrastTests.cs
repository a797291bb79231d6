using Fathom.Diagnosis.Examination;
using Fathom.Diagnosis.Experiments;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Rivals that look alike but for one contrast, in worlds with a little noise.</summary>
public class SeparatingContrastTests
{
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
        rivals.Rivals.Single(r => r.Mechanism.Name == "processors on which calls compute").Checked
            .ShouldContain(c => c.IsRejected && c.Prediction.Of == Contrast.RowOfBurst);
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
}

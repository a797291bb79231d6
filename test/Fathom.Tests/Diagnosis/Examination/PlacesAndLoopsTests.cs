using Fathom.Diagnosis.Examination;
using Fathom.TestKit.Worlds;
using static Fathom.Tests.Diagnosis.Examination.WorldRivals;

namespace Fathom.Tests.Diagnosis.Examination;

/// <summary>Places that are polled, counted for each connection or reached after a wait, and a loop that is blocked, in worlds with a
/// little noise.</summary>
public class PlacesAndLoopsTests
{
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

    // As many end in a long row as in a burst, and half of the calls take a part of what they do there.
    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Places_that_go_to_who_came_last_are_places_and_their_order_is_said(bool lastFirst)
    {
        var calls = await ExamineCallsAsync(Sound with
        {
            Fault = FaultKind.Gate, Stack = ServerStack.Go, Places = 3, PlaceMs = 40, LastFirst = lastFirst,
        });
        var verdict = new RivalVerdict(calls);
        verdict.IsFound.ShouldBeTrue();
        verdict.Causes.ShouldHaveSingleItem().Id.ShouldBe("serialised-handler");
        verdict.Sentence.Contains("Calls are not served in the order in which they come: of a long row half took", StringComparison.Ordinal)
            .ShouldBe(lastFirst, verdict.Sentence);
    }

    [Fact]
    public async Task What_blocks_an_event_loop_beside_threads_that_answer_PING_is_no_lock() =>
        (await PossibleAsync(Sound with { Fault = FaultKind.LoopBlocked, Stack = ServerStack.AsyncPython, BlockMs = 40 }))
            .ShouldBe(["the one event loop, or thread, that serves all calls"]);

    [Fact]
    public async Task Threads_that_compute_beside_an_event_loop_are_told_by_the_processors_that_they_fill() =>
        (await PossibleAsync(Sound with { Fault = FaultKind.BesideLoop, Stack = ServerStack.Node, OwnThreadMs = 40, OwnThreads = 4 }))
            .ShouldBe(["processors on which calls compute"]);

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
}

using Fathom.Diagnosis.Causes.ChattySequential;
using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

public sealed class ChattySequentialTests
{
    private static readonly ChattySequentialCause Cause = new();

    private static readonly Setting[] Chatty =
    [
        WatchQuantities.Watched.Is(1500), WatchQuantities.CpuTime.Is(300), WatchQuantities.Exchanges.Is(50),
        WatchQuantities.MaxCallsAtOnce.Is(1), WatchQuantities.CallShare.Is(0.8), WatchQuantities.MeanCallTime.Is(24),
        ServiceQuantities.PingTime.Is(20),
    ];

    private static Setting[] Linked(double roundTrip) => [.. Chatty, LinkQuantities.RoundTrip.Is(roundTrip / 1000)];

    [Fact]
    public void Calls_one_after_another_are_suspected_and_a_link_of_a_known_delay_would_prove_it()
    {
        var screening = Cause.Screened(Chatty);
        (screening.IsSuspected, screening.Share).ShouldBe((true, 0.8));
        screening.Evidence.ShouldBe("50 calls, at most 1 under way at a time, of 24 ms each; one was under way for 80 % of the time");
        // Half of a call's time is added to each: 15 ms, of which the link has 10.
        ProgramEvidence.Tried(Cause, Chatty).ShouldBe(["link-delay=5ms"]);
    }

    [Fact]
    public void What_is_under_way_together_does_not_wait_for_each_other() =>
        Cause.Screened([.. Chatty.Where(s => s.Of != WatchQuantities.MaxCallsAtOnce), WatchQuantities.MaxCallsAtOnce.Is(20)])
            .IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData(49.0, 0.06)] // A connection for each: channel-per-call.
    [InlineData(1.0, 1e6)] // Large replies wait for their own bytes: per-call-window-ramp.
    public void Round_trips_that_have_another_cause_are_that_causes(double opened, double bytesEach) => Cause.Screened(
        [.. Chatty, CallQuantities.ConnectionsOpened.Is(opened), WatchQuantities.BytesReceived.Is(50 * bytesEach)])
        .IsSuspected.ShouldBeFalse();

    [Fact]
    public void Large_replies_are_the_rivals() => new PerCallWindowRampCause().Screened(
        [.. Chatty, CallQuantities.Calls.Is(50), WatchQuantities.BytesReceived.Is(50e6)]).IsSuspected.ShouldBeTrue();

    [Fact]
    public void A_program_that_computes_while_a_call_is_under_way_does_not_wait_for_it() => Cause.Screened(
        [.. Chatty.Where(s => s.Of != WatchQuantities.CpuTime), WatchQuantities.CpuTime.Is(1450)]).IsSuspected.ShouldBeFalse();

    [Fact]
    public void The_slope_over_an_added_round_trip_is_the_number_of_round_trips_and_their_cost_is_that_of_the_path_as_it_is()
    {
        var diagnosis = ProgramEvidence.Judge(Cause, Linked(10), Chatty, slower: 1900, faster: 1400, LinkQuantities.AddedDelay.Is(5))
            .ShouldNotBeNull();
        diagnosis.Claim.ShouldStartWith("It waits for 50 round trips one after another");
        diagnosis.Share.ShouldBe(Math.Round(50 * 20 / 1400.0, 3));
        diagnosis.NotShown.ShouldBeNull();
        diagnosis.Model.ShouldNotBeNull().ShouldSatisfyAllConditions(
            m => m.Predicted.ShouldBe(1900), m => m.Measured.ShouldBe(1900), m => m.Counts.ShouldBeTrue());
    }

    [Fact]
    public void On_a_short_path_the_number_is_a_hint_for_a_longer_one() => ProgramEvidence.Judge(Cause,
        [.. Linked(10).Where(s => s.Of != ServiceQuantities.PingTime), ServiceQuantities.PingTime.Is(0.1)], Chatty, 1900, 1400,
        LinkQuantities.AddedDelay.Is(5))!.NotShown.ShouldNotBeNull();

    [Fact]
    public void Fewer_round_trips_than_half_of_the_calls_are_no_conversation() => ProgramEvidence.Judge(
        Cause, Linked(10), Chatty, slower: 1600, faster: 1400, LinkQuantities.AddedDelay.Is(5)).ShouldBeNull();
}

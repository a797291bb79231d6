using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.SlowStart;
using Fathom.Diagnosis.Causes.SlowStartAfterIdle;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class SlowStartAfterIdleTests
{
    private static readonly SlowStartAfterIdleCause Cause = new();

    private static readonly Setting[] Forgotten =
    [
        ServiceQuantities.ReplyBytes.Is(524_288), ServiceQuantities.CallTime.Is(56), PathQuantities.Pause.Is(3),
        PathQuantities.AfterPauseTime.Is(306), PathQuantities.AfterPauseGrowing.Is(5),
    ];

    [Fact]
    public void A_path_that_is_learned_again_is_proven_by_the_call_without_the_pause_and_predicted()
    {
        Cause.ScreenService(ServiceEvidence.Far(Forgotten))!.IsSuspected.ShouldBeTrue();
        var diagnosis = Judge(Forgotten, 306, 56).ShouldNotBeNull();
        diagnosis.Claim.ShouldContain("a call takes 306 ms, and 56 ms right after another on the same connection");
        diagnosis.Model!.Predicted.ShouldBe(300);
    }

    [Fact]
    public void After_a_short_pause_something_is_left_and_nothing_is_predicted() =>
        Judge([.. Forgotten, PathQuantities.Pause.Is(1)], 260, 56).ShouldNotBeNull().Model.ShouldBeNull();

    [Fact]
    public void Less_than_a_round_trip_may_be_chance() => Judge(Forgotten, 90, 56).ShouldBeNull();

    [Fact]
    public void Round_trips_that_do_not_grow_wait_for_something_else() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Forgotten, PathQuantities.AfterPauseGrowing.Is(0)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void The_first_large_call_on_a_connection_is_a_hint_of_its_own()
    {
        var seen = ServiceEvidence.Far(PathQuantities.FreshCallTime.Is(305), LinkQuantities.GrowingRoundTrips.Is(5));
        new SlowStartCause().ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeFalse();
    }

    private static Conclusion? Judge(Setting[] seen, double before, double after) => ServiceEvidence.Judge(
        Cause, ServiceEvidence.Far(seen), PathQuantities.Pause.Is(0), PathQuantities.AfterPauseTime, before, after);
}

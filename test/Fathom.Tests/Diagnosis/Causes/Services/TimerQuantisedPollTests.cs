using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.MethodWaits;
using Fathom.Diagnosis.Causes.TimerQuantisedPoll;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class TimerQuantisedPollTests
{
    private static readonly TimerQuantisedPollCause Cause = new();

    private static readonly Evidence Ticking = Phases(0.02);

    [Fact]
    public void Calls_that_end_on_ticks_whenever_they_start_wait_for_a_timer_and_not_for_their_own() => Cause.ShouldSatisfyAllConditions(
        c => c.ScreenService(Ticking)!.IsSuspected.ShouldBeTrue(),
        _ => new MethodWaitsCause().ScreenService(Ticking)!.Evidence.ShouldEndWith("ends on the ticks of a timer, whenever it was called"));

    [Theory]
    [InlineData(0.5)] // A method that takes its time ends that much later.
    [InlineData(0.2)] // One that paces its callers has no tick after a pause.
    public void Calls_without_ticks_are_cleared_and_wait_for_their_own(double misfit)
    {
        Cause.ScreenService(Phases(misfit))!.IsSuspected.ShouldBeFalse();
        new MethodWaitsCause().ScreenService(Phases(misfit))!.IsSuspected.ShouldBeTrue();
    }

    [Fact]
    public void A_method_that_takes_less_than_a_tick_is_cleared_although_its_phases_were_not_tried() =>
        Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_slow_method_whose_phases_were_not_tried_is_not_judged() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(5_000))).ShouldBeNull();

    [Fact]
    public void Calls_shortly_before_a_tick_prove_it_and_the_period_is_predicted()
    {
        var diagnosis = Judge(40, 12.5).ShouldNotBeNull();
        diagnosis.Claim.ShouldContain("a call takes 40 ms where it starts right after a tick, and 12.5 ms after a pause");
        diagnosis.Model!.Predicted.ShouldBe(40);
    }

    [Theory]
    [InlineData(40, 36)] // Faster, and by another measure.
    [InlineData(40, 0.5)] // Ready after the pause, whatever the phase: the caller is paced.
    public void Calls_that_do_not_take_what_is_left_prove_nothing(double before, double after) => Judge(before, after).ShouldBeNull();

    private static Evidence Phases(double misfit) => ServiceEvidence.With(ServiceQuantities.CallTime.Is(39),
        ServiceQuantities.BurstTime.Is(40), BehaviourQuantities.TickPeriod.Is(40), BehaviourQuantities.PhaseMisfit.Is(misfit));

    private static Conclusion? Judge(double before, double after) => ServiceEvidence.Judge(
        Cause, Ticking, BehaviourQuantities.CallPhase.Is(0.7), ServiceQuantities.CallTime, before, after);
}

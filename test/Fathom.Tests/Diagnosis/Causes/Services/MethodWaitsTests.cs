using Fathom.Diagnosis.Causes.MethodWaits;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class MethodWaitsTests
{
    private static readonly MethodWaitsCause Cause = new();

    [Fact]
    public void A_method_that_takes_the_time_alone_and_beside_others_waits() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(100), ServiceQuantities.BurstTime.Is(104))).ShouldNotBeNull()
            .ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.998, 0.001));

    [Fact]
    public void A_method_whose_calls_wait_for_each_other_is_another_cause() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(100), ServiceQuantities.BurstTime.Is(400),
            ServiceQuantities.CallsWait.Is(true)))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_call_as_fast_as_a_no_op_call_does_not_wait() =>
        Cause.ScreenService(ServiceEvidence.With())!.IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData(0.015, "; alone and at once all take the same but for 1.5 %, as where a fixed time is waited for: a time-out, a delay")]
    [InlineData(0.07, "")]
    public void A_fixed_time_is_said_to_be_one(double spread, string said) =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(1_005), ServiceQuantities.BurstTime.Is(1_010),
            ServiceQuantities.CallTimeSpread.Is(spread)))!.Evidence.ShouldEndWith($" 1 ms{said}");

    [Theory]
    [InlineData(8, "; calls at once end sooner than one alone: something gathers them until there are enough, or a time is over")]
    [InlineData(20, "")]
    public void Calls_at_once_that_end_sooner_than_one_are_said_to_be_gathered(double burstMs, string said) =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(21), ServiceQuantities.BurstTime.Is(burstMs)))!
            .Evidence.ShouldEndWith($" 1 ms{said}");

    [Theory]
    [InlineData(1, 98, 99, "; the last message of its reply is there 99 ms before its status: it waits after its answer, as in middleware "
        + "after the handler, or in what the handler does last")]
    [InlineData(7, 98, 0.1, "; the first of its reply is there 98 ms before the last: it waits between its messages")]
    [InlineData(1, 98, 0.1, "")]
    [InlineData(7, 40, 40, "")]
    public void Where_in_its_reply_a_method_waits_is_said(int frames, double streamMs, double afterMs, string said) =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(100), ServiceQuantities.BurstTime.Is(104),
            BehaviourQuantities.ReplyFrames.Is(frames), BehaviourQuantities.StreamTime.Is(streamMs),
            BehaviourQuantities.StatusAfterTime.Is(afterMs)))!.Evidence.ShouldEndWith($" 1 ms{said}");

    [Theory]
    [InlineData(true, "calls in flight take long together: something that all of them need stands still now and then")]
    [InlineData(false, "each takes long by itself, beside others that do not")]
    public void A_method_of_which_some_calls_take_long_waits_then(bool areTogether, string how)
    {
        var said = Cause.ScreenService(ServiceEvidence.With(UnevenQuantities.Calls.Is(6), UnevenQuantities.Of.Is(94),
            UnevenQuantities.Time.Is(341), UnevenQuantities.Share.Is(0.7), UnevenQuantities.TakeLongTogether.Is(areTogether)))!;
        said.ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.7));
        said.Evidence.ShouldBe(
            $"6 of 94 calls, one at a time, take 341 ms and the like, half of them 300 µs at most, while PING goes on; {how}");
    }

    [Fact]
    public void A_method_that_needs_something_again_after_a_pause_waits_then()
    {
        var said = Cause.ScreenService(ServiceEvidence.With(UnevenQuantities.IdleTime.Is(3_000), UnevenQuantities.AfterIdleTime.Is(250),
            UnevenQuantities.NextCallTime.Is(0.5)))!;
        said.ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.998));
        said.Evidence.ShouldStartWith("after 3 s without calls the first takes 250 ms, and the one right after it 500 µs: ");
    }
}

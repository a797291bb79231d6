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
}

using Fathom.Diagnosis.Causes.SerialisedHandler;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class SerialisedHandlerTests : CauseTests<SerialisedHandlerCause>
{
    private double _alone = 25_000;

    protected override Setting[] Set => [ProcessQuantities.SendersShareLock.Is(true), CallQuantities.Callers.Is(8)];

    protected override Setting[] Measured => [CallQuantities.TimePerCall.Is(24_500), ProcessQuantities.CertificateTime.Is(24_000)];

    protected override Setting Change => ProcessQuantities.SendersShareLock.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.TimePerCall.Is(12_000)];

    protected override Quantity<double> Metric => CallQuantities.TimePerCall;

    protected override IEnumerable<Evidence> Others =>
    [
        EvidenceOf("t03", [ProcessQuantities.SendersShareLock.Is(true), CallQuantities.Callers.Is(1)],
            [CallQuantities.TimePerCall.Is(_alone)]),
    ];

    [Fact]
    public void The_time_in_the_lock_is_the_time_per_message()
    {
        Judge()!.Model!.Predicted.ShouldBe(24_000);
        Judge()!.Claim.ShouldBe(
            "One lock lets one sender pass at a time: 40.8 messages a second from 8 tasks and 40 from one, and 83.3 without the lock and "
                + "nothing else changed.");
    }

    [Fact]
    public void The_time_in_the_lock_is_an_accounting_check_since_it_was_measured_in_the_same_run() =>
        Judge()!.Model.ShouldNotBeNull().IsAccounting.ShouldBeTrue();

    [Fact]
    public void One_task_that_is_far_slower_than_all_together_is_not_held_back_by_a_lock()
    {
        _alone = 37_000;
        Judge().ShouldBeNull();
    }

    [Fact]
    public void A_lock_that_is_held_for_less_than_two_thirds_of_the_time_does_not_bind() =>
        Judge(ProcessQuantities.CertificateTime.Is(16_000)).ShouldBeNull();
}

using Fathom.Diagnosis.Causes.NagleDelayedAck;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class NagleDelayedAckTests
{
    private static readonly NagleDelayedAckCause Cause = new();

    private static readonly Evidence Held = ServiceEvidence.With(ServiceQuantities.CallTime.Is(230),
        ServiceQuantities.QuickAckCallTime.Is(30));

    [Fact]
    public void Calls_that_acknowledgements_at_once_make_faster_wait_for_them()
    {
        Cause.ScreenService(Held)!.IsSuspected.ShouldBeTrue();
        Judge(230, 30).ShouldNotBeNull().Claim.ShouldContain("a call takes 230 ms, and 30 ms with acknowledgements at once");
    }

    [Fact]
    public void A_gain_below_half_a_delayed_acknowledgement_is_another_cause()
    {
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(20), ServiceQuantities.QuickAckCallTime.Is(5)))!
            .IsSuspected.ShouldBeFalse();
        Judge(20, 5).ShouldBeNull();
    }

    [Fact]
    public void A_sender_that_loses_packets_is_made_faster_by_acknowledgements_whatever_it_waits_for() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(580), ServiceQuantities.QuickAckCallTime.Is(299),
            PathQuantities.OutOfOrderShare.Is(0.07)))!.IsSuspected.ShouldBeFalse();

    private static Fathom.Diagnosis.Causes.Conclusion? Judge(double before, double after) => ServiceEvidence.Judge(Cause, Held,
        ServiceQuantities.QuickAck.Is(true), ServiceQuantities.CallTime, before, after);
}

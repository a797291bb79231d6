using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class LossFromOutsideTests
{
    private static readonly LossBoundCause Cause = new();

    private static readonly Setting[] Lossy =
    [
        ServiceQuantities.CallTime.Is(2_900), PathQuantities.BulkTime.Is(11_500), PathQuantities.SpreadBulkTime.Is(3_300),
        PathQuantities.OutOfOrderShare.Is(0.04),
    ];

    [Fact]
    public void Losses_are_proven_by_a_connection_each()
    {
        var seen = ServiceEvidence.Far(Lossy);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        ServiceEvidence.Judge(Cause, seen, PathQuantities.BulkConnections.Is(4), PathQuantities.BulkTime, 11_500, 3_300).ShouldNotBeNull()
            .Claim.ShouldStartWith("Packets are lost on the way (4 % came out of order)");
    }

    [Fact]
    public void Packets_in_order_were_not_lost() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Lossy, PathQuantities.OutOfOrderShare.Is(0)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void A_full_link_that_drops_packets_is_no_faster_on_a_connection_each() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Lossy, PathQuantities.SpreadBulkTime.Is(11_000)]))!.IsSuspected.ShouldBeFalse();
}

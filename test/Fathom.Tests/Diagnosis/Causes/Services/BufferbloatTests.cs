using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.Bufferbloat;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class BufferbloatTests
{
    private static readonly BufferbloatCause Cause = new();

    private static readonly Setting[] Queued = [PathQuantities.BulkNoOp.Is(640), PathQuantities.BulkTcp.Is(590)];

    [Fact]
    public void Small_calls_behind_a_queue_are_proven_by_a_small_window_of_the_large_ones()
    {
        Cause.ScreenService(ServiceEvidence.Far(Queued))!.IsSuspected.ShouldBeTrue();
        Judge(640, 90).ShouldNotBeNull().Claim.ShouldContain("up to 640 ms for a no-op call on another connection, and 90 ms");
        Judge(640, 500).ShouldBeNull();
    }

    [Fact]
    public void A_server_that_is_slow_while_TCP_connects_as_ever_is_another_cause() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Queued, PathQuantities.BulkTcp.Is(52)]))!.IsSuspected.ShouldBeFalse();

    private static Conclusion? Judge(double before, double after) => ServiceEvidence.Judge(Cause, ServiceEvidence.Far(Queued),
        PathQuantities.BesideWindow.Is(65_535), PathQuantities.BulkNoOp, before, after);
}

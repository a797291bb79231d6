using Fathom.Diagnosis.Causes.ConnectionWindowBound;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class ConnectionWindowBoundTests
{
    private static readonly ConnectionWindowBoundCause Cause = new();

    private static readonly Setting[] Shared =
    [
        PathQuantities.ConnectionWindow.Is(65_535), ServiceQuantities.CallTime.Is(860), PathQuantities.BulkTime.Is(3_300),
        PathQuantities.SpreadBulkTime.Is(880), PathQuantities.LiftedBulkTime.Is(75),
    ];

    [Fact]
    public void Replies_that_share_a_window_are_proven_by_a_larger_one_and_predicted()
    {
        var seen = ServiceEvidence.Far(Shared);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        var diagnosis = ServiceEvidence.Judge(
            Cause, seen, PathQuantities.ConnectionWindow.Is(64 << 20), PathQuantities.BulkTime, 3_300, 75).ShouldNotBeNull();
        diagnosis.Claim.ShouldContain("window of 65,535 bytes in each round trip: 4 take 3.3 s, and 75 ms with");
        diagnosis.Model!.Predicted.ShouldBe(3_250, 1);
    }

    [Fact]
    public void A_larger_window_without_effect_rules_it_out() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Shared, PathQuantities.LiftedBulkTime.Is(3_250)]))!.IsSuspected.ShouldBeFalse();

    [Fact]
    public void Calls_with_a_large_window_do_not_show_it() => Cause.ScreenService(ServiceEvidence.Far())!.Evidence.ShouldStartWith(
        "the calls were made with a connection window of 64 MiB");
}

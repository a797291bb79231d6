using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.BandwidthCapped;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class BandwidthCappedTests
{
    private static readonly BandwidthCappedCause Cause = new();

    private static readonly Setting[] Full =
    [
        ServiceQuantities.CallTime.Is(480), PathQuantities.TransferTime.Is(430), PathQuantities.TransferRate.Is(2.4),
        PathQuantities.BulkTime.Is(1_800), PathQuantities.SpreadBulkTime.Is(1_780), PathQuantities.BulkRate.Is(2.4),
        PathQuantities.BulkTcp.Is(95),
    ];

    [Fact]
    public void A_full_link_is_proven_where_connections_bring_nothing_and_predicted()
    {
        var diagnosis = Judge(Full, ComparisonQuestion.Equivalence).ShouldNotBeNull();
        diagnosis.Claim.ShouldContain("2.4 MB/s: 4 replies at once take 1.8 s on one connection and 1.78 s on");
        diagnosis.Model!.Predicted.ShouldBe(1_798, 1);
    }

    [Fact]
    public void A_difference_proves_no_link() => Judge(Full, ComparisonQuestion.Difference).ShouldBeNull();

    [Fact]
    public void A_server_that_is_busy_lets_TCP_connect_as_ever() =>
        Judge([.. Full, PathQuantities.BulkTcp.Is(51)], ComparisonQuestion.Equivalence).ShouldBeNull();

    [Fact]
    public void Replies_that_together_come_faster_than_one_do_not_fill_the_link() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Full, PathQuantities.BulkRate.Is(9)]))!.IsSuspected.ShouldBeFalse();

    // Measured behind a proxy that sends 4 MiB a second on each connection, on the same machine.
    [Fact]
    public void A_rate_that_each_connection_has_is_suspected_near_and_where_calls_on_one_connection_share_it()
    {
        Setting[] each =
        [
            ServiceQuantities.ReplyBytes.Is(412_000), ServiceQuantities.CallTime.Is(78.5), PathQuantities.TransferTime.Is(77.7),
            PathQuantities.TransferRate.Is(5.3), PathQuantities.BulkCalls.Is(4), PathQuantities.BulkRate.Is(21.2),
            PathQuantities.BulkTime.Is(310), PathQuantities.SpreadBulkTime.Is(79), PathQuantities.LiftedBulkTime.Is(311),
        ];

        var screening = Cause.ScreenService(ServiceEvidence.With(each))!;
        screening.IsSuspected.ShouldBeTrue();
        screening.Evidence.ShouldEndWith("it is each connection's rate that is limited");
        Cause.ScreenService(ServiceEvidence.With([.. each, ServiceQuantities.PingTime.Is(20)]))!.IsSuspected.ShouldBeFalse("far away");
        Cause.ScreenService(ServiceEvidence.With([.. each, PathQuantities.BulkTime.Is(80)]))!.IsSuspected.ShouldBeFalse("of each stream");
    }

    private static Conclusion? Judge(Setting[] seen, ComparisonQuestion asks) => ServiceEvidence.Judge(Cause, ServiceEvidence.Far(seen),
        PathQuantities.FurtherConnections.Is(4), PathQuantities.BulkTime, 1_800, 1_780, asks);
}

using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Observations;
using Fathom.Records.Comparing;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

/// <summary>A sender that waits for acknowledgements, told apart by the parts of its replies.</summary>
public sealed class StopAndWaitFromOutsideTests
{
    private static readonly StopAndWaitSenderCause Cause = new();

    private static readonly Setting[] Waiting =
    [
        ServiceQuantities.ReplyBytes.Is(131_072), ServiceQuantities.CallTime.Is(1_650), LinkQuantities.BytesPerRoundTrip.Is(4_096),
        LinkQuantities.BusyRoundTrips.Is(33), PathQuantities.TransferTime.Is(1_600),
    ];

    [Fact]
    public void A_part_in_each_round_trip_is_proven_where_no_window_matters_and_predicted()
    {
        var diagnosis = Judge(Waiting).ShouldNotBeNull();
        diagnosis.Claim.ShouldStartWith("The server sends 4,096 bytes and waits until they are acknowledged");
        diagnosis.Model!.Predicted.ShouldBe(1_650);
    }

    [Fact]
    public void A_window_that_matters_is_no_proof() => Judge(Waiting, ComparisonQuestion.Difference).ShouldBeNull();

    [Theory]
    [InlineData(65_535)]
    [InlineData(66_000)]
    public void A_window_of_the_clients_in_each_round_trip_is_no_sender_that_waits(double part) =>
        Cause.ScreenService(ServiceEvidence.Far([.. Waiting, TransferQuantities.ClientWindow.Is(65_535),
            LinkQuantities.BytesPerRoundTrip.Is(part)]))!.Evidence.ShouldEndWith("the client's window of 65,535 bytes");

    [Fact]
    public void A_part_of_64_KiB_is_suspected_while_the_window_is_larger() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Waiting, LinkQuantities.BytesPerRoundTrip.Is(65_536)]))!.IsSuspected.ShouldBeTrue();

    [Fact]
    public void Messages_that_come_one_by_one_may_be_written_so() =>
        Judge([.. Waiting, PathQuantities.ReplyMessages.Is(33)]).ShouldBeNull();

    [Fact]
    public void Parts_further_apart_than_a_round_trip_wait_for_something_else() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Waiting, ServiceQuantities.CallTime.Is(6_600)]))!.IsSuspected.ShouldBeFalse();

    private static Conclusion? Judge(Setting[] seen, ComparisonQuestion asks = ComparisonQuestion.Equivalence) => ServiceEvidence.Judge(
        Cause, ServiceEvidence.Far(seen), PathQuantities.SpareWindow.Is(16 << 20), ServiceQuantities.CallTime, 1_652, 1_650, asks);
}

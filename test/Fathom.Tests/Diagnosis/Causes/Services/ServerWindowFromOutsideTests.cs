using Fathom.Diagnosis.Causes.ServerWindowBoundUpload;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

/// <summary>Requests that wait for the server's credit.</summary>
public sealed class ServerWindowFromOutsideTests
{
    private static readonly ServerWindowBoundUploadCause Cause = new();

    private static readonly Setting[] Waiting =
    [
        PathQuantities.RequestBytes.Is(524_288), ServiceQuantities.ReplyBytes.Is(5), ServiceQuantities.CallTime.Is(820),
        PathQuantities.CreditShare.Is(0.93), PathQuantities.CreditWait.Is(50.4), TransferQuantities.ServerWindow.Is(65_535),
        PathQuantities.ServerConnectionWindow.Is(65_535), PathQuantities.RequestBytesPerRoundTrip.Is(32_768),
    ];

    [Fact]
    public void Requests_without_credit_are_proven_by_windows_of_their_own()
    {
        var seen = ServiceEvidence.Far(Waiting);
        Cause.ScreenService(seen)!.IsSuspected.ShouldBeTrue();
        ServiceEvidence.Judge(Cause, seen, PathQuantities.RequestLanes.Is(4), ServiceQuantities.BatchTime, 3_300, 830)
            .ShouldNotBeNull().Claim.ShouldContain("32,768 bytes go out in a round trip, and 93 % of the time there is no credit");
    }

    [Fact]
    public void Credit_that_comes_late_is_a_method_that_reads_slowly() =>
        Cause.ScreenService(ServiceEvidence.Far([.. Waiting, PathQuantities.CreditWait.Is(220)]))!
            .ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeFalse(), s => s.Evidence.ShouldEndWith("reads slowly"));

    [Fact]
    public void A_request_that_fits_into_the_first_packets_is_cleared() =>
        Cause.ScreenService(ServiceEvidence.Far())!.Evidence.ShouldStartWith("a request of 25 bytes");

    [Fact]
    public void Requests_that_the_receivers_tcp_window_holds_name_its_buffer() =>
        Cause.ScreenService(ServiceEvidence.With(PathQuantities.RequestBytes.Is(20_000), PathQuantities.HeldShare.Is(0.98),
            ServiceQuantities.BurstCalls.Is(32), ServiceQuantities.BurstTime.Is(7_900), ServiceQuantities.CallTime.Is(1)))!
            .ShouldSatisfyAllConditions(s => s.IsSuspected.ShouldBeTrue(), s => s.Share.ShouldBe(0.98),
                s => s.Evidence.ShouldStartWith(
                    "TCP's receive window at the server, or a proxy before it, was full for 98 % of the time of 32 calls"),
                s => s.Fix.ShouldContain("tune.rcvbuf.client"));

    [Fact]
    public void A_request_that_is_not_followed_is_not_judged() =>
        Cause.ScreenService(ServiceEvidence.Far(PathQuantities.RequestBytes.Is(524_288))).ShouldBeNull();
}

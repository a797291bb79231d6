using Fathom.Diagnosis.Causes.MtuBlackHole;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class MtuBlackHoleTests
{
    private static readonly MtuBlackHoleCause Cause = new();

    [Fact]
    public void A_call_that_ends_with_small_segments_alone_meets_a_black_hole()
    {
        var screening = Cause.ScreenService(Hung()).ShouldNotBeNull();
        screening.Share.ShouldBe(0.962, 0.001);
        screening.Evidence.ShouldStartWith("behind the call that did not end PING was not answered");
        ServiceEvidence.Judge(Cause, Hung(), HangQuantities.SegmentBytes.Is(536), HangQuantities.FreshTime, 2_000, 76).ShouldNotBeNull()
            .Claim.ShouldContain("was given up after 2 s, and takes 76 ms, the connection included");
    }

    [Fact]
    public void A_handshake_that_ends_with_small_segments_alone_does_so_too() =>
        Cause.ScreenService(Hung(HangQuantities.InHandshake.Is(true)))!.Evidence.ShouldStartWith("a TLS handshake did not end");

    [Fact]
    public void It_is_ruled_out_by_a_PING_that_passed_by_a_new_connection_that_is_fine_and_by_segments_that_change_nothing()
    {
        Evidence(HangQuantities.PingTime.Is(1.4)).ShouldBe("PING passed in 1.4 ms behind the call that did not end");
        Evidence(HangQuantities.FreshEnds.Is(true), HangQuantities.FreshTime.Is(31)).ShouldBe(
            "the same ended over a new connection, in 31 ms");
        Evidence(HangQuantities.SmallSegmentsEnd.Is(false)).ShouldBe("with small segments the same did not end either");
        Cause.ScreenService(ServiceEvidence.With())!.Evidence.ShouldBe("calls end, and their packets with them");

        static string Evidence(params Setting[] settings)
        {
            var screening = Cause.ScreenService(Hung(settings)).ShouldNotBeNull();
            screening.IsSuspected.ShouldBeFalse();
            return screening.Evidence;
        }
    }

    [Fact]
    public void Where_segments_cannot_be_limited_nothing_is_said_of_it() => Cause.ScreenService(
        ServiceEvidence.Of(HangQuantities.Hangs.Is(true), HangQuantities.FreshTime.Is(2_000))).ShouldBeNull();

    [Fact]
    public void What_is_not_supported_is_no_finding() => ServiceEvidence.Judge(Cause, Hung(), HangQuantities.SegmentBytes.Is(536),
        HangQuantities.FreshTime, 2_000, 76, supported: false).ShouldBeNull();

    private static Evidence Hung(params Setting[] settings) => ServiceEvidence.Of(
    [
        HangQuantities.Hangs.Is(true), HangQuantities.FreshTime.Is(2_000), HangQuantities.FreshEnds.Is(false),
        HangQuantities.SmallSegmentTime.Is(76), HangQuantities.SmallSegmentsEnd.Is(true), .. settings,
    ]);
}

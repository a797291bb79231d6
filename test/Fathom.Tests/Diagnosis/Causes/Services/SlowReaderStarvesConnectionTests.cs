using Fathom.Diagnosis.Causes.SlowReaderStarvesConnection;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class SlowReaderStarvesConnectionTests
{
    private static readonly SlowReaderStarvesConnectionCause Cause = new();

    [Fact]
    public void Requests_that_nobody_reads_hold_the_credit_of_others()
    {
        var screening = Cause.ScreenService(Hung()).ShouldNotBeNull();
        screening.IsSuspected.ShouldBeTrue();
        screening.Evidence.ShouldBe("of a request of 1,048,612 bytes the server took 786,432 and gave no room for the rest, while it "
            + "answered PING in 1.4 ms; 3 such calls hold 1,572,873 bytes, all that their connection may send, and the request of one more "
            + "did not begin within 2 s");
        ServiceEvidence.Judge(Cause, Hung(), HangQuantities.OwnConnection.Is(true), HangQuantities.RequestStart, 2_000, 0.04)
            .ShouldNotBeNull().Claim.ShouldContain("given up after 2 s, and begun after 40 µs on a connection of its own");
    }

    [Fact]
    public void It_is_ruled_out_where_the_request_went_out_others_begin_or_nothing_passes()
    {
        Evidence(HangQuantities.RequestLeft.Is(0)).ShouldBe("the request of the call that did not end went out, all 786,432 bytes of it");
        Evidence(HangQuantities.RequestStarts.Is(true)).ShouldContain("further requests on the same connection began all the same");
        Evidence(HangQuantities.OwnRequestStarts.Is(false)).ShouldContain("began all the same");
        Cause.ScreenService(ServiceEvidence.Of(HangQuantities.Hangs.Is(true)))!.Evidence.ShouldEndWith("its connection carries nothing");
        Cause.ScreenService(ServiceEvidence.With())!.Evidence.ShouldBe("calls end: their requests are read");

        static string Evidence(Setting setting)
        {
            var screening = Cause.ScreenService(Hung(setting)).ShouldNotBeNull();
            screening.IsSuspected.ShouldBeFalse();
            return screening.Evidence;
        }
    }

    private static Evidence Hung(params Setting[] settings) => ServiceEvidence.Of(
    [
        HangQuantities.Hangs.Is(true), HangQuantities.PingTime.Is(1.4), HangQuantities.RequestSent.Is(786_432),
        HangQuantities.RequestLeft.Is(262_180), HangQuantities.HeldBytes.Is(1_572_873), HangQuantities.HoldingCalls.Is(3),
        HangQuantities.RequestStart.Is(2_000), HangQuantities.RequestStarts.Is(false), HangQuantities.OwnRequestStart.Is(0.04),
        HangQuantities.OwnRequestStarts.Is(true), .. settings,
    ]);
}

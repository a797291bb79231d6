using Fathom.Diagnosis.Causes.ConnectPathStalls;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Causes.Services;

public sealed class ConnectPathStallsTests
{
    private static readonly ConnectPathStallsCause Cause = new();

    [Fact]
    public void The_step_that_takes_the_time_is_named() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.TlsTime.Is(405))).ShouldNotBeNull().ShouldSatisfyAllConditions(
            s => s.IsSuspected.ShouldBeTrue(), s => s.Evidence.ShouldContain("the TLS handshake 405 ms"),
            s => s.Proof.ShouldBe("the same with the TLS handshake changed alone"));

    [Fact]
    public void Steps_of_a_few_round_trips_are_the_distance() => Cause.ScreenService(ServiceEvidence.With(
        ServiceQuantities.TcpRoundTrip.Is(200), ServiceQuantities.TcpTime.Is(200), ServiceQuantities.TlsTime.Is(420)))!
        .IsSuspected.ShouldBeFalse();
}

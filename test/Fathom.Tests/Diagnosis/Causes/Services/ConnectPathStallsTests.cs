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

    // Of a server that reads a list of networks before it says SETTINGS.
    [Theory]
    [InlineData(66, true)]
    [InlineData(30, false)]
    public void A_step_that_no_handshake_takes_is_named(double settingsMs, bool isSuspected) =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.SettingsTime.Is(settingsMs)))!.IsSuspected.ShouldBe(isSuspected);

    [Fact]
    public void Steps_of_a_few_round_trips_are_the_distance() => Cause.ScreenService(ServiceEvidence.With(
        ServiceQuantities.TcpRoundTrip.Is(200), ServiceQuantities.TcpTime.Is(200), ServiceQuantities.TlsTime.Is(420)))!
        .IsSuspected.ShouldBeFalse();

    [Theory]
    [InlineData(215, true)]
    [InlineData(12, false)] // the process was new, not the connection
    public void A_first_call_that_is_slow_on_each_connection_is_a_step(double freshMs, bool isSuspected)
    {
        var said = Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(10),
            ServiceQuantities.FirstCallTime.Is(221), ServiceQuantities.FreshFirstCallTime.Is(freshMs)))!;
        said.IsSuspected.ShouldBe(isSuspected);
        said.Evidence.Contains("its first call, beyond later ones 205 ms").ShouldBe(isSuspected);
    }

    // As where each third call meets a replica that fails: the first of two connections is slow by chance.
    [Fact]
    public void A_first_call_that_takes_as_long_as_some_later_ones_is_none() =>
        Cause.ScreenService(ServiceEvidence.With(ServiceQuantities.CallTime.Is(2), ServiceQuantities.LongCallTime.Is(200),
            ServiceQuantities.FirstCallTime.Is(221), ServiceQuantities.FreshFirstCallTime.Is(205)))!.IsSuspected.ShouldBeFalse();
}

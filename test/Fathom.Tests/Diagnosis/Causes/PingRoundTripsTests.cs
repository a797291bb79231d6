using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class PingRoundTripsTests : CauseTests<PingRoundTripsCause>
{
    protected override Setting[] Set =>
        [TransferQuantities.ClientWindowGrows.Is(true), TransferQuantities.IsHttp2.Is(true), LinkQuantities.RoundTrip.Is(0.5)];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(48_000), LinkQuantities.BusyRoundTrips.Is(92)];

    protected override Setting Change => TransferQuantities.ClientWindowGrows.Is(false);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(34_000), LinkQuantities.BusyRoundTrips.Is(64)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void Each_PING_costs_a_round_trip()
    {
        // (34 + 4 x 0.5) / (1 - 0.5 / 2) s.
        Judge()!.Model!.Predicted.ShouldBe(48_000);
        Judge()!.Claim.ShouldStartWith("Each of the client's PINGs, about 28, costs the model of HTTP.sys a round trip");
    }

    [Fact]
    public void It_is_a_hint_since_nothing_shows_that_HTTP_sys_waits_for_the_answers_to_PINGs() =>
        Judge()!.NotShown.ShouldNotBeNull().ShouldContain("Nothing shows that HTTP.sys waits");

    [Fact]
    public void Over_HTTP_1_there_are_no_PINGs() => Judge(TransferQuantities.IsHttp2.Is(false)).ShouldBeNull();

    [Fact]
    public void Round_trips_of_which_PINGs_explain_less_than_half_are_something_else() =>
        Judge(LinkQuantities.BusyRoundTrips.Is(64 + 13)).ShouldBeNull();
}

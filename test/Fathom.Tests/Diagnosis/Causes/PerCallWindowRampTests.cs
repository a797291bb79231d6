using Fathom.Diagnosis.Causes.PerCallWindowRamp;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class PerCallWindowRampTests : CauseTests<PerCallWindowRampCause>
{
    protected override Setting[] Set =>
    [
        TransferQuantities.ClientWindow.Is(65535), TransferQuantities.ClientWindowGrows.Is(true),
        TransferQuantities.ConnectionIsWarm.Is(true), LinkQuantities.RoundTrip.Is(0.5), CallQuantities.PayloadBytes.Is(1 << 20),
    ];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(2_100)];

    protected override Setting Change => TransferQuantities.ClientWindow.Is(16 << 20);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(1_000)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void A_window_that_doubles_four_times_takes_four_round_trips()
    {
        Judge()!.Model!.Predicted.ShouldBe(2_000);
        Judge()!.Claim.ShouldStartWith("Every call begins with a window of 65,535 bytes and doubles it: 2.1 s over");
    }

    [Fact]
    public void Less_than_two_round_trips_may_be_chance() => Judge(butAfter: CallQuantities.WallTime.Is(1_101)).ShouldBeNull();

    [Fact]
    public void A_connection_that_is_not_warm_has_its_slow_start_before_it() =>
        Judge(TransferQuantities.ConnectionIsWarm.Is(false)).ShouldBeNull();

    [Fact]
    public void A_window_that_stays_does_not_ramp() => Judge(TransferQuantities.ClientWindowGrows.Is(false)).ShouldBeNull();

    [Fact]
    public void A_response_within_the_first_window_does_not_ramp() => Judge(CallQuantities.PayloadBytes.Is(65535)).ShouldBeNull();
}

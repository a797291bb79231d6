using Fathom.Diagnosis.Causes.SlowStart;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class SlowStartTests : CauseTests<SlowStartCause>
{
    protected override Setting[] Set =>
        [TransferQuantities.ConnectionIsWarm.Is(false), LinkQuantities.RoundTrip.Is(0.5), CallQuantities.PayloadBytes.Is(1 << 20)];

    protected override Setting[] Measured =>
        [CallQuantities.WallTime.Is(3_600), LinkQuantities.GrowingRoundTrips.Is(6), LinkQuantities.LargestPacketData.Is(1448)];

    protected override Setting Change => TransferQuantities.ConnectionIsWarm.Is(true);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(1_000)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void Ten_packets_that_double_need_seven_round_trips_for_a_megabyte()
    {
        Judge()!.Model!.Predicted.ShouldBe(3_500);
        Judge()!.Claim.ShouldContain("its round trips grow 6 times in a row from ten packets on; 3.6 s, and 1 s over");
    }

    [Fact]
    public void Two_growing_round_trips_are_too_few() => Judge(LinkQuantities.GrowingRoundTrips.Is(2)).ShouldBeNull();
}

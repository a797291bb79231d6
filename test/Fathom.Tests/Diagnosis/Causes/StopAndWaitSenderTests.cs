using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class StopAndWaitSenderTests : CauseTests<StopAndWaitSenderCause>
{
    protected override Setting[] Set =>
    [
        TransferQuantities.WriterSegment.Is(4096), TransferQuantities.IsHttp2.Is(false), TransferQuantities.ClientWindowGrows.Is(true),
        CallQuantities.PayloadBytes.Is(1 << 20), LinkQuantities.Mtu.Is(65535), LinkQuantities.RoundTrip.Is(0.5),
        LinkQuantities.LossShare.Is(0.02),
    ];

    protected override Setting[] Measured =>
        [CallQuantities.WallTime.Is(136_000), LinkQuantities.BytesPerRoundTrip.Is(4104), LinkQuantities.BusyRoundTrips.Is(256)];

    protected override Setting Change => TransferQuantities.WriterSegment.Is(65536);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(9_500)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void Every_segment_costs_a_round_trip_and_its_share_of_timeouts()
    {
        // 256 x (0.5 + (1 - 0.98^2) x 0.7) + 1 s.
        Judge()!.Model!.Predicted.ShouldBe(136_096.3, 0.1);
        Judge()!.Claim.ShouldStartWith(
            "The sender waits for each segment's acknowledgement: 4,096 bytes per round trip (4,104 with their framing, over 256 round "
                + "trips");
    }

    [Fact]
    public void Over_HTTP_2_the_client_s_PINGs_are_part_of_the_prediction()
    {
        // (136.096 + 4 x 0.5) / (1 - 0.5 / 2) s.
        Judge(TransferQuantities.IsHttp2.Is(true))!.Model!.Predicted.ShouldBe(184_128.4, 0.2);
        Judge(TransferQuantities.IsHttp2.Is(true))!.Model!.Formula.ShouldContain("PINGs");
    }

    [Theory]
    [InlineData(9000)]
    [InlineData(4000)]
    public void Packets_that_carry_another_number_of_bytes_per_round_trip_show_no_segment(double perRoundTrip) =>
        Judge(LinkQuantities.BytesPerRoundTrip.Is(perRoundTrip)).ShouldBeNull();

    [Fact]
    public void Fewer_round_trips_than_segments_show_no_sender_that_waits() => Judge(LinkQuantities.BusyRoundTrips.Is(200)).ShouldBeNull();
}

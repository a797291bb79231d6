using Fathom.Diagnosis.Causes.LossBound;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class LossBoundTests : CauseTests<LossBoundCause>
{
    private double _packets = 724;

    protected override Setting[] Set =>
        [LinkQuantities.LossShare.Is(0.02), LinkQuantities.RoundTrip.Is(0.5), CallQuantities.PayloadBytes.Is(1 << 20)];

    protected override Setting[] Measured =>
    [
        CallQuantities.WallTime.Is(42_000), LinkQuantities.LargestPacketData.Is(1448), LinkQuantities.Packets.Is(_packets),
        LinkQuantities.PacketsSentAgain.Is(15), LinkQuantities.BytesPerRoundTrip.Is(12_500),
    ];

    protected override Setting Change => LinkQuantities.LossShare.Is(0);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(4_000)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void The_formula_predicts_the_time()
    {
        // 1 MiB at 1448 / 0.5 s x sqrt(1.5) / sqrt(0.02) bytes a second, and two round trips.
        Judge()!.Model!.Predicted.ShouldBe(42_809, 1);
        Judge()!.Claim.ShouldStartWith(
            "Loss sets the rate: 12,500 bytes per round trip at 2 % loss, 15 of 724 packets sent again; 42 s, and 4 s");
    }

    [Fact]
    public void Packets_of_which_none_was_sent_again_show_no_loss() => Judge(LinkQuantities.PacketsSentAgain.Is(0)).ShouldBeNull();

    [Theory]
    [InlineData(1, 724, false)]
    [InlineData(4, 100, false)]
    [InlineData(5, 100, true)]
    [InlineData(7, 724, false)]
    [InlineData(8, 724, true)]
    public void One_packet_or_fewer_than_half_of_what_the_link_loses_carries_no_claim(double again, double packets, bool carries)
    {
        _packets = packets;
        (Judge(LinkQuantities.PacketsSentAgain.Is(again)) is not null).ShouldBe(carries);
    }

    [Fact]
    public void A_link_without_loss_is_not_bound_by_it() => Judge(LinkQuantities.LossShare.Is(0)).ShouldBeNull();
}

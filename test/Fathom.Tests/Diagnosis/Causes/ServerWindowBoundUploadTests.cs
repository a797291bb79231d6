using Fathom.Diagnosis.Causes.ServerWindowBoundUpload;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class ServerWindowBoundUploadTests : CauseTests<ServerWindowBoundUploadCause>
{
    protected override Setting[] Set =>
        [TransferQuantities.ServerWindow.Is(768 << 10), LinkQuantities.RoundTrip.Is(0.5), CallQuantities.PayloadBytes.Is(8 << 20)];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(11_000), LinkQuantities.BytesPerRoundTrip.Is(409_600)];

    protected override Setting Change => TransferQuantities.ServerWindow.Is(16 << 20);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(2_000)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void Half_a_window_and_a_frame_travel_per_round_trip()
    {
        // 8 MiB / 409,600 bytes, and one round trip more.
        Judge()!.Model!.Predicted.ShouldBe(10_740);
        Judge()!.Claim.ShouldContain("409,600 bytes per round trip where the window is 768 KiB (786,432 bytes)");
    }

    [Theory]
    [InlineData(4_104)]
    [InlineData(353_000)]
    [InlineData(451_000)]
    [InlineData(786_432)]
    [InlineData(900_000)]
    public void Packets_that_carry_less_than_half_a_window_or_more_than_that_and_a_frame_show_another_limit(double perRoundTrip) =>
        Judge(LinkQuantities.BytesPerRoundTrip.Is(perRoundTrip)).ShouldBeNull();
}

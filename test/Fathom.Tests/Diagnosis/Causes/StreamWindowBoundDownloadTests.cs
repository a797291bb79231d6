using Fathom.Diagnosis.Causes.StreamWindowBoundDownload;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes;

public sealed class StreamWindowBoundDownloadTests : CauseTests<StreamWindowBoundDownloadCause>
{
    protected override Setting[] Set =>
        [TransferQuantities.ClientWindow.Is(65535), LinkQuantities.RoundTrip.Is(0.5), CallQuantities.PayloadBytes.Is(1 << 20)];

    protected override Setting[] Measured => [CallQuantities.WallTime.Is(8_600), LinkQuantities.BytesPerRoundTrip.Is(65_535)];

    protected override Setting Change => TransferQuantities.ClientWindow.Is(16 << 20);

    protected override Setting[] MeasuredAfter => [CallQuantities.WallTime.Is(1_000)];

    protected override Quantity<double> Metric => CallQuantities.WallTime;

    [Fact]
    public void One_window_travels_per_round_trip()
    {
        // 16 windows, and one round trip more.
        Judge()!.Model!.Predicted.ShouldBe(8_500, 0.2);
        Judge()!.Claim.ShouldStartWith(
            "The client's stream window sets the rate: 65,535 bytes per round trip where the window is 65,535; 8.6 s");
    }

    [Theory]
    [InlineData(58_000)]
    [InlineData(300_000)]
    public void Packets_that_carry_another_number_of_bytes_show_another_limit(double perRoundTrip) =>
        Judge(LinkQuantities.BytesPerRoundTrip.Is(perRoundTrip)).ShouldBeNull();
}

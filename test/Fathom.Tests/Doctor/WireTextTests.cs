using Fathom.Doctor;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Doctor;

/// <summary>What a verdict says of a process's bytes.</summary>
public sealed class WireTextTests
{
    [Fact]
    public void Bytes_that_take_time_are_said_with_their_rate_and_what_a_round_trip_brings() => Lines(
        TcpQuantities.BytesReceived.Is(60_000_000), TcpQuantities.ReceiveRate.Is(6.25), TcpQuantities.ReceiveShare.Is(0.92),
        TcpQuantities.RoundTrip.Is(20), TcpQuantities.OutOfOrderShare.Is(0.015), TcpQuantities.SentAgainShare.Is(0.004)).ShouldBe(
    [
        "Bytes came for 92 % of the time, with 6.25 MB/s, 125,000 in each round trip of 20 ms.",
        "1.5 % of the packets came out of order, as they do after a loss.",
        "0.4 % of its packets were sent again.",
    ]);

    [Fact]
    public void Within_a_machine_round_trips_are_not_worth_a_word() => Lines(
        TcpQuantities.BytesReceived.Is(60_000_000), TcpQuantities.ReceiveRate.Is(12.5), TcpQuantities.ReceiveShare.Is(0.8),
        TcpQuantities.RoundTrip.Is(0.1)).ShouldBe(["Bytes came for 80 % of the time, with 12.5 MB/s."]);

    [Fact]
    public void Few_bytes_and_few_losses_are_no_line() => Lines(
        TcpQuantities.BytesReceived.Is(60_000), TcpQuantities.ReceiveRate.Is(1), TcpQuantities.ReceiveShare.Is(0.9),
        TcpQuantities.OutOfOrderShare.Is(0.001), TcpQuantities.SentAgainShare.Is(0)).ShouldBeEmpty();

    private static IEnumerable<string> Lines(params Setting[] settings) => WireText.Lines(new Evidence("process",
        new Dictionary<string, string>(), settings.Select(s => s.Observe(new ObservationSource.Probe("test", TimeSpan.Zero)))));
}

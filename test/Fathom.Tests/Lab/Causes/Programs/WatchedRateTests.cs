using Fathom.Lab.Causes.BandwidthCapped;
using Fathom.Lab.Observations;

namespace Fathom.Tests.Lab.Causes.Programs;

/// <summary>Programs that wait for bytes.</summary>
public sealed class WatchedRateTests
{
    private static readonly BandwidthCappedCause Cause = new();

    private static readonly Setting[] Capped =
    [
        TcpQuantities.BytesReceived.Is(40_000_000), TcpQuantities.ReceiveRate.Is(12.5), TcpQuantities.ReceiveShare.Is(0.8),
        TcpQuantities.SteadyShare.Is(0.95), TcpQuantities.RoundTrip.Is(0.2),
    ];

    [Fact]
    public void Bytes_that_come_steadily_for_most_of_the_time_are_suspected()
    {
        var suspected = Cause.Screened(Capped);
        (suspected.IsSuspected, suspected.Share).ShouldBe((true, 0.8));
        suspected.Evidence.ShouldBe("bytes came with 12.5 MB/s for 80 % of the time, while it used 0.2 processors");
        suspected.Proof.ShouldContain("fathom doctor TARGET --call");
    }

    public static TheoryData<string, double> Others => new()
    {
        { "receive-share", 0.2 }, { "steady-share", 0.5 }, { "receive-rate", 400 }, { "cpu-time", 3200 }, { "tcp-bytes-received", 40_000 },
    };

    [Theory]
    [MemberData(nameof(Others))]
    public void Bursts_a_fast_path_and_a_busy_process_are_not(string quantity, double value)
    {
        var other = QuantityOf(quantity).Is(value);
        Cause.Screened([.. Capped, other]).IsSuspected.ShouldBeFalse();
    }

    [Fact]
    public void Over_a_long_path_a_window_looks_the_same_and_neither_is_named() =>
        Cause.Screen(ProgramEvidence.With([.. Capped, TcpQuantities.RoundTrip.Is(20)])).ShouldBeNull();

    private static Quantity<double> QuantityOf(string id) =>
        Cause.Watches.OfType<Quantity<double>>().Single(q => q.Id == id);
}

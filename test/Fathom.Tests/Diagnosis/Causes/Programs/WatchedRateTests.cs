using Fathom.Diagnosis.Causes.BandwidthCapped;
using Fathom.Diagnosis.Observations;

namespace Fathom.Tests.Diagnosis.Causes.Programs;

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
        suspected.Proof.ShouldBe("a link of half the rate between the program and what it calls");
        ProgramEvidence.Tried(Cause, Capped).ShouldBe(["link-rate=50mbit"]);
    }

    // 40 MB at 12.5 MB/s are 3.2 s, and 6.4 s at half of that.
    [Theory]
    [InlineData(7200, true)]
    [InlineData(6000, true)]
    [InlineData(5000, false)]
    public void A_program_that_waits_for_its_bytes_takes_as_much_longer_as_they_do(double slower, bool isProven)
    {
        var diagnosis = ProgramEvidence.Judge(Cause, [.. Capped, LinkQuantities.Rate.Is(50)], Capped, slower, faster: 4000,
            LinkQuantities.Rate.Is(50));
        (diagnosis is not null).ShouldBe(isProven);
        if (diagnosis is not null)
        {
            diagnosis.Share.ShouldBe(0.8);
            diagnosis.Model.ShouldNotBeNull().Predicted.ShouldBe(7200);
            diagnosis.Claim.ShouldContain("It waits for its bytes");
            diagnosis.Claim.ShouldContain("over a link of 6.25 MB/s and nothing else changed");
        }
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
        Cause.RequiredFromWatch.OfType<Quantity<double>>().Single(q => q.Id == id);
}

using Fathom.Diagnosis.Causes;
using Fathom.Diagnosis.Observations;
using Fathom.Tests.Doctor.Services;

namespace Fathom.Tests.Diagnosis.Observations;

/// <summary>Which replies wait for the path: large ones from far away, and such as come slowly although the server is near.</summary>
public class LargeTransferTests
{
    private static readonly Setting[] Slow =
    [
        ServiceQuantities.ReplyBytes.Is(412_000), ServiceQuantities.CallTime.Is(78.5), PathQuantities.TransferTime.Is(77.7),
        PathQuantities.TransferRate.Is(5.3),
    ];

    [Fact]
    public void A_message_that_comes_for_most_of_its_call_waits_on_its_way_however_near_the_server_is()
    {
        var seen = ServiceEvidence.With(Slow);

        PathReach.WhyNoReply(seen).ShouldBeNull();
        LargeTransfer.TransferShare(seen).ShouldBe(0.99, 0.01);
    }

    // Loopback, at half of a gigabyte a second.
    [Fact]
    public void One_that_comes_as_fast_as_memory_does_not() => PathReach.WhyNoReply(ServiceEvidence.With(
        ServiceQuantities.ReplyBytes.Is(10_000_000), ServiceQuantities.CallTime.Is(24), PathQuantities.TransferTime.Is(20)))
        .ShouldNotBeNull().ShouldContain("does not wait for the path");

    // Their server writes them when it likes.
    [Fact]
    public void Messages_of_a_stream_are_not_all_there_when_the_first_byte_comes() =>
        PathReach.WhyNoReply(ServiceEvidence.With([.. Slow, PathQuantities.ReplyMessages.Is(20)])).ShouldNotBeNull();

    [Fact]
    public void A_few_small_messages_from_far_away_do_not_wait_for_the_path() => LargeTransfer.TransferShare(ServiceEvidence.With(
        ServiceQuantities.PingTime.Is(5), ServiceQuantities.ReplyBytes.Is(900), PathQuantities.ReplyMessages.Is(20),
        ServiceQuantities.CallTime.Is(203), PathQuantities.TransferTime.Is(200))).ShouldBe(0);
}

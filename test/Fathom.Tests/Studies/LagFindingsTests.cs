using Fathom.Records;
using Fathom.Studies;
using Fathom.Studies.Lag;
using static Fathom.Tests.Studies.LagFigures;

namespace Fathom.Tests.Studies;

/// <summary>What the rules of <c>lag</c> make of figures that a test makes up.</summary>
public class LagFindingsTests
{
    [Fact]
    public void What_only_the_model_of_HTTP_sys_shows_is_a_hint_with_its_reason_and_no_part_of_the_answer()
    {
        var record = Run(Profile.Full, Packets);

        var pings = record.Findings.Where(f => f.Id == "ping-round-trips").ShouldHaveSingleItem();
        pings.Kind.ShouldBe(FindingKind.Hint);
        pings.Caveats.ShouldContain(c => c.Contains("Nothing shows that HTTP.sys waits"));
        record.Answer.ShouldNotContain("ping");
    }

    [Fact]
    public void A_sender_that_waits_is_found_by_each_of_its_counterfactuals_with_the_segment_and_the_prediction()
    {
        var record = Run(Profile.Full, Packets);
        var found = record.Findings.Where(f => f.Id == "stop-and-wait-sender").ToList();
        found.Select(f => f.Changed).ShouldBe(
        [
            new("write", "Write", "WriteAsync"), new("segment", "4096", "65536"), new("host", "httpsys-model", "kestrel"),
                new("write", "Write", "WriteAsync"), new("host", "httpsys-model", "kestrel"),
        ]);
        found[0].Claim.ShouldStartWith(
            "The sender waits for each segment's acknowledgement: 4,096 bytes per round trip (4,104 with their framing, over 256 round "
                + "trips");
        // 256 x (0.5 + (1 - 0.98^2) x 0.7) + 1 s, and three packets a segment at MTU 1500.
        found[0].Model!.Predicted.ShouldBe(136_096, 1);
        found[3].Model!.Predicted.ShouldBe((256 * (0.5 + ((1 - Math.Pow(0.98, 4)) * 0.7)) * 1000) + 1000, 1);
        // Over HTTP/2 with the client's PINGs, four and one every two seconds.
        found[4].Model!.Predicted.ShouldBe((136_096 + 2000) / 0.75, 2);
        record.Answer.ShouldStartWith(
            "The sender, a model of HTTP.sys, waits for the acknowledgement of every 4096-byte segment, one per round trip, which makes "
                + "the same blob");
    }

    [Fact]
    public void What_else_binds_is_found_with_its_prediction()
    {
        var record = Run(Profile.Full, Packets);
        record.Findings.Select(f => f.Id).Distinct().ShouldBe(LagStudy.Spec.Causes.Select(c => c.Id), ignoreOrder: true);
        // A quarter of the blob.
        Predicted("ping-round-trips").ShouldBe(((34_000 * 1.035) + 2000) / 0.75, 1);
        Predicted("loss-bound").ShouldBe(((1 << 20) / (1448 / 0.5 * Math.Sqrt(1.5) / Math.Sqrt(0.02)) * 1000) + 1000, 1);
        // 1 MiB in tens of 1448 bytes: 7 doublings, and the request.
        Predicted("slow-start").ShouldBe(7 * 500);
        Predicted("stream-window-bound-download").ShouldBe(((1 << 20) / 65535.0 * 500) + 500, 1);
        Predicted("server-window-bound-upload").ShouldBe(((8 << 20) / (393216.0 + 16384) * 500) + 500, 1);
        Predicted("per-call-window-ramp").ShouldBe(4 * 500);

        double Predicted(string id) => record.Findings.Single(f => f.Id == id).Model!.Predicted;
    }

    [Theory]
    [InlineData("bytes_per_round_trip", 9000)]
    [InlineData("bytes_per_round_trip", 1000)]
    [InlineData("busy_round_trips", 20)]
    public void A_slow_pair_whose_packets_do_not_show_one_segment_per_round_trip_is_no_sender_that_waits(string metric, double value)
    {
        var record = Run(Profile.Quick, trial => new Dictionary<string, double>(Packets(trial)) { [metric] = value });
        record.Findings.ShouldBeEmpty();
        record.Answer.ShouldBe("What was run shows no sender that waits for every segment and supports no other claim.");
    }

    [Theory]
    [InlineData("busy_round_trips", 300, "ping-round-trips")]
    [InlineData("segments_sent_again", 0, "loss-bound")]
    [InlineData("growing_round_trips", 1, "slow-start")]
    [InlineData("bytes_per_round_trip", 300_000, "stream-window-bound-download")]
    [InlineData("bytes_per_round_trip", 4_104, "server-window-bound-upload")]
    public void A_cause_whose_mark_the_packets_do_not_bear_is_not_claimed(string metric, double value, string id)
    {
        var record = Run(Profile.Full, trial => new Dictionary<string, double>(Packets(trial)) { [metric] = value });
        record.Findings.ShouldNotContain(f => f.Id == id);
    }

    [Fact]
    public void Without_a_difference_nothing_is_claimed()
    {
        var record = Run(Profile.Full, Packets, _ => 1000);
        record.Findings.ShouldBeEmpty();
    }
}

using Fathom.Diagnosis.Causes.CompressionPaysBelow;
using Fathom.Records;
using Fathom.Studies.Compression;
using Fathom.Studies;
using Fathom.Statistics;
using Fathom.Tests.Diagnosis.Causes.Models;
using static Fathom.Tests.Diagnosis.Causes.Models.CompressionRecords;
using static Fathom.Tests.Diagnosis.Causes.Models.ModelCodec;

namespace Fathom.Tests.Diagnosis.Causes;

/// <summary>
/// <see cref="CompressionPaysBelowCause"/> finds where a gain becomes a loss, over records that follow the model, with noise and against
/// it.
/// </summary>
public class CompressionPaysBelowTests
{
    [Fact]
    public void One_message_by_the_model_crosses_where_the_model_says()
    {
        var finding = Judge(RecordOf(Serial)).ShouldHaveSingleItem();
        finding.Kind.ShouldBe(FindingKind.Finding);
        finding.Model!.Formula.ShouldBe("(1-r) / (1/c + 1/d)");
        (finding.Model.Predicted, finding.Model.Unit).ShouldBe((200, "Mbit/s"));
        finding.Model.Measured.ShouldBe(200, 2);
        finding.Claim.ShouldStartWith(
            "br on the payload 'text' as one message pays on lines below 200 Mbit/s (200 to 200), predicted from what both processes "
                + "measured: 40 MB/s in, 200 MB/s out, 75 % saved.");
        finding.Claim.ShouldContain(
            "On a line of 150mbit a download takes 176 ms with it and 216 ms without, on one of 450mbit 140 ms and 72 ms: by these the "
                + "two meet at 200 Mbit/s");
        finding.Fix.ShouldContain("slower than the codec: compress");
    }

    [Fact]
    public void A_stream_crosses_at_its_slower_end()
    {
        var finding = Judge(RecordOf(ModelCodec.Overlapped)).ShouldHaveSingleItem();
        finding.Model!.Formula.ShouldBe("min(s, t)");
        finding.Model.Predicted.ShouldBe(200);
        finding.Model.Measured.ShouldBe(200, 2);
        finding.Claim.ShouldContain(
            "as a stream pays on lines below 200 Mbit/s (200 to 200), predicted from what both processes measured: 25 MB/s in, 200 MB/s "
                + "out, "
            + "25 and 200 MB/s with sending and receiving, 75 % saved.");
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Noise_moves_the_crossing_by_no_more_than_it_is(int seed)
    {
        var random = new SeededRandom(seed);
        foreach (var codec in new[] { Serial, ModelCodec.Overlapped })
        {
            var model = Judge(RecordOf(codec, time: (_, _, ms) => ms * (0.97 + (0.06 * random.Next(1000) / 1000))))
                .ShouldHaveSingleItem().Model.ShouldNotBeNull();
            model.Measured.ShouldBe(200, 20);
        }
    }

    [Fact]
    public void The_speeds_are_those_of_the_processes_on_the_two_lines_between_which_it_lies()
    {
        // On the slowest line, where the codec was measured as well, it was twice as fast.
        var finding = Judge(RecordOf(Serial, speed: rate => rate == 50 ? 2 : 1)).ShouldHaveSingleItem();
        finding.Model!.Predicted.ShouldBe(200);
        finding.Claim.ShouldContain(": 40 MB/s in, 200 MB/s out");
    }

    [Fact]
    public void A_prediction_that_is_off_says_by_how_much()
    {
        var finding = Judge(RecordOf(Serial, speed: _ => 1.2)).ShouldHaveSingleItem();
        finding.Model!.Predicted.ShouldBe(240);
        finding.Model.Measured.ShouldBe(200, 2);
        finding.Claim.ShouldEndWith("and the prediction is 20 % too high.");
        Judge(RecordOf(Serial, speed: _ => 0.9)).ShouldHaveSingleItem().Claim.ShouldEndWith("and the prediction is 10 % too low.");
    }

    [Fact]
    public void Where_every_line_saves_the_untouched_loopback_is_the_fast_side()
    {
        // 0.75 / (1/200 + 1/1000): 1 Gbit/s.
        var finding = Judge(RecordOf(new("one", 200, 1000, 0.25, 1000))).ShouldHaveSingleItem();
        finding.Claim.ShouldEndWith(
            "On a line of 50mbit a download takes 186 ms with it and 648 ms without, on one of 450mbit 42.3 ms and 72 ms, on the "
                + "untouched loopback 25.3 ms and 4 ms; no faster line was measured.");
        finding.Model!.Unit.ShouldBe("ms");

        var withoutLoopback = Judge(RecordOf(new("one", 200, 1000, 0.25, 1000), loopback: false)).ShouldHaveSingleItem();
        withoutLoopback.Claim.ShouldEndWith("on one of 450mbit 42.3 ms and 72 ms; no faster line was measured.");
    }

    [Fact]
    public void A_loss_on_a_fast_line_says_the_same_and_to_send_plain()
    {
        var finding = Judge(RecordOf(Serial), new PlannedComparison(
            "compression-pays-below", "br-450mbit", "none-450mbit", "compression", "download_ms")).ShouldHaveSingleItem();
        finding.Model!.Measured.ShouldBe(200, 2);
        finding.Fix.ShouldContain("send as it is");
    }

    [Fact]
    public void A_model_that_is_off_by_more_than_25_percent_leaves_the_proof_and_takes_its_number_along()
    {
        var record = RecordOf(Serial, speed: _ => 1.3);
        var finding = Judge(record).ShouldHaveSingleItem();
        finding.Kind.ShouldBe(FindingKind.Finding);
        finding.Model.ShouldBeNull();
        finding.Claim.ShouldStartWith("br on the payload 'text' as one message: on a line of 150mbit a download takes 176 ms");
        finding.Claim.ShouldEndWith("by these the two meet at 200 Mbit/s.");
        finding.Claim.ShouldNotContain("predict");
        finding.Caveats.ShouldHaveSingleItem().ShouldStartWith(
            "The model does not count: it predicts 260 Mbit/s where 200 Mbit/s was measured, and its error may be at most 25 %");
        CompressionStudy.Spec.Answer(MeasuredStudy.Of(CompressionStudy.Spec, record with { Findings = [finding] }))
            .ShouldBe("What was run supports no claim.");
    }

    [Fact]
    public void The_study_s_answer_names_the_rate_and_how_far_it_is_off()
    {
        var record = RecordOf(Serial, speed: _ => 1.2);
        CompressionStudy.Spec.Answer(MeasuredStudy.Of(CompressionStudy.Spec, record with { Findings = Judge(record) })).ShouldBe(
            "It depends on the line: by the speeds measured here it pays on lines below 240 Mbit/s (br) for 'text' as one message; "
            + "wherever lines of both sides were measured (1) the gain became a loss within 20 % of the predicted rate.");
    }
}

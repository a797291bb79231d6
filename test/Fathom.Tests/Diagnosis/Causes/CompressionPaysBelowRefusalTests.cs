using Fathom.Records;
using Fathom.Studies;
using Fathom.Tests.Diagnosis.Causes.Models;
using static Fathom.Tests.Diagnosis.Causes.Models.CompressionRecords;
using static Fathom.Tests.Diagnosis.Causes.Models.ModelCodec;

namespace Fathom.Tests.Diagnosis.Causes;

/// <summary>Records in which no rate can be named below which compression pays, and trials that say nothing about it.</summary>
public class CompressionPaysBelowRefusalTests
{
    [Fact]
    public void A_stream_on_one_side_alone_has_no_model_of_its_time() =>
        Judge(RecordOf(new("stream", 200, 1000, 0.25, 1000))).ShouldHaveSingleItem().Model.ShouldBeNull();

    [Fact]
    public void Lines_that_contradict_each_other_make_no_claim()
    {
        // As the model says on the outer lines; on the middle one the codec costs, though a faster one saves.
        var codec = new ModelCodec("one", 200, 1000, 0.25, 1000);
        Judge(RecordOf(codec, time: (compressed, rate, ms) => compressed && rate == 150 ? 3 * ms : ms)).ShouldBeEmpty();
    }

    [Fact]
    public void A_codec_that_costs_time_on_the_slowest_line_makes_no_claim()
    {
        // 0.75 / (1/5 + 1/200): 29 Mbit/s.
        Judge(RecordOf(new("one", 5, 200, 0.25, 29))).ShouldBeEmpty();
        // It saves there, and by its speeds should not.
        Judge(RecordOf(Serial, speed: _ => 0.2)).ShouldBeEmpty();
    }

    [Fact]
    public void A_gain_that_is_no_difference_makes_no_claim() =>
        Judge(RecordOf(Serial, time: (compressed, rate, ms) => compressed && rate == 50 ? 640 : ms)).ShouldBeEmpty();

    [Theory]
    [InlineData("50mbit")]
    [InlineData("none")]
    public void A_trial_that_an_interrupted_run_did_not_measure_makes_no_claim(string line)
    {
        var record = RecordOf(Serial);
        var comparison = new PlannedComparison("compression-pays-below", $"br-{line}", $"none-{line}", "compression", "download_ms");
        foreach (var id in new[] { $"br-{line}", $"none-{line}" })
        {
            Judge(record with
            {
                Trials = [.. record.Trials.Select(t => t.Id == id ? t
                    with { Replicates = [], Metrics = new Dictionary<string, MetricValue>() } : t)],
            }, comparison).ShouldBeEmpty();
        }
    }

    [Fact]
    public void Trials_of_another_payload_host_or_codec_are_no_siblings()
    {
        var record = RecordOf(Serial);
        RunRecord With(string factor, string level, double ms) => record with
        {
            Trials = [.. record.Trials, .. record.Trials.Where(t => t.Factors["compression"] == "br").Select(t => t with
            {
                Id = $"{t.Id}-{level}",
                Factors = new Dictionary<string, string>(t.Factors) { [factor] = level },
                Metrics = new Dictionary<string, MetricValue>(t.Metrics) { ["download_ms"] = new(ms, ms, ms, "ms") },
            })],
        };
        foreach (var (factor, level) in new[] { ("payload", "json"), ("host", "kestrel"), ("compression", "gzip") })
        {
            Judge(With(factor, level, 1)).ShouldHaveSingleItem().Model!.Measured.ShouldBe(200, 2);
        }
    }
}

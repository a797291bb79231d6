using Fathom.Lab.Causes.CompressionPaysBelow;
using Fathom.Lab.Results;
using Fathom.Lab.Studies;
using Fathom.Lab.Studies.Compression;
using Fathom.Statistics;

namespace Fathom.Tests.Lab.Causes;

/// <summary>
/// <see cref="CompressionPaysBelowCause"/> finds where a gain becomes a loss, over records that follow the model, with noise and against
/// it.
/// </summary>
public class CompressionPaysBelowTests
{
    private const double Megabytes = 4.05;
    private const int Replicates = 6;
    private static readonly double[] Lines = [50, 150, 450];

    // c 40 MB/s, d 200 MB/s, r 0.25: 0.75 / (1/40 + 1/200) = 25 MB/s.
    private static readonly Codec Serial = new("one", 40, 200, 0.25, 200);

    // The slower end is 25 MB/s.
    private static readonly Codec Overlapped = new("stream", 25, 200, 0.25, 200);

    [Fact]
    public void One_message_by_the_model_crosses_where_the_model_says()
    {
        var finding = Judge(Record(Serial)).ShouldHaveSingleItem();
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
        var finding = Judge(Record(Overlapped)).ShouldHaveSingleItem();
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
        foreach (var codec in new[] { Serial, Overlapped })
        {
            var model = Judge(Record(codec, time: (_, _, ms) => ms * (0.97 + (0.06 * random.Next(1000) / 1000))))
                .ShouldHaveSingleItem().Model.ShouldNotBeNull();
            model.Measured.ShouldBe(200, 20);
        }
    }

    [Fact]
    public void The_speeds_are_those_of_the_processes_on_the_two_lines_between_which_it_lies()
    {
        // On the slowest line, where the codec was measured as well, it was twice as fast.
        var finding = Judge(Record(Serial, speed: rate => rate == 50 ? 2 : 1)).ShouldHaveSingleItem();
        finding.Model!.Predicted.ShouldBe(200);
        finding.Claim.ShouldContain(": 40 MB/s in, 200 MB/s out");
    }

    [Fact]
    public void A_prediction_that_is_off_says_by_how_much()
    {
        var finding = Judge(Record(Serial, speed: _ => 1.2)).ShouldHaveSingleItem();
        finding.Model!.Predicted.ShouldBe(240);
        finding.Model.Measured.ShouldBe(200, 2);
        finding.Claim.ShouldEndWith("and the prediction is 20 % too high.");
        Judge(Record(Serial, speed: _ => 0.9)).ShouldHaveSingleItem().Claim.ShouldEndWith("and the prediction is 10 % too low.");
    }

    [Fact]
    public void Where_every_line_saves_the_untouched_loopback_is_the_fast_side()
    {
        // 0.75 / (1/200 + 1/1000): 1 Gbit/s.
        var finding = Judge(Record(new("one", 200, 1000, 0.25, 1000))).ShouldHaveSingleItem();
        finding.Claim.ShouldEndWith(
            "On a line of 50mbit a download takes 186 ms with it and 648 ms without, on one of 450mbit 42.3 ms and 72 ms, on the "
                + "untouched loopback 25.3 ms and 4 ms: "
            + "only one side was measured on a line.");
        finding.Model!.Unit.ShouldBe("ms");

        var withoutLoopback = Judge(Record(new("one", 200, 1000, 0.25, 1000), loopback: false)).ShouldHaveSingleItem();
        withoutLoopback.Claim.ShouldEndWith("on one of 450mbit 42.3 ms and 72 ms: only one side was measured on a line.");
    }

    [Fact]
    public void A_stream_on_one_side_alone_has_no_model_of_its_time() =>
        Judge(Record(new("stream", 200, 1000, 0.25, 1000))).ShouldHaveSingleItem().Model.ShouldBeNull();

    [Fact]
    public void Lines_that_contradict_each_other_make_no_claim()
    {
        // As the model says on the outer lines; on the middle one the codec costs, though a faster one saves.
        var codec = new Codec("one", 200, 1000, 0.25, 1000);
        Judge(Record(codec, time: (compressed, rate, ms) => compressed && rate == 150 ? 3 * ms : ms)).ShouldBeEmpty();
    }

    [Fact]
    public void A_codec_that_costs_time_on_the_slowest_line_makes_no_claim()
    {
        // 0.75 / (1/5 + 1/200): 29 Mbit/s.
        Judge(Record(new("one", 5, 200, 0.25, 29))).ShouldBeEmpty();
        // It saves there, and by its speeds should not.
        Judge(Record(Serial, speed: _ => 0.2)).ShouldBeEmpty();
    }

    [Fact]
    public void A_gain_that_is_no_difference_makes_no_claim() =>
        Judge(Record(Serial, time: (compressed, rate, ms) => compressed && rate == 50 ? 640 : ms)).ShouldBeEmpty();

    [Theory]
    [InlineData("50mbit")]
    [InlineData("none")]
    public void A_trial_that_an_interrupted_run_did_not_measure_makes_no_claim(string line)
    {
        var record = Record(Serial);
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
        var record = Record(Serial);
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

    [Fact]
    public void A_loss_on_a_fast_line_says_the_same_and_to_send_plain()
    {
        var finding = Judge(Record(Serial), new PlannedComparison(
            "compression-pays-below", "br-450mbit", "none-450mbit", "compression", "download_ms")).ShouldHaveSingleItem();
        finding.Model!.Measured.ShouldBe(200, 2);
        finding.Fix.ShouldContain("send as it is");
    }

    [Fact]
    public void The_study_s_answer_names_the_rate_and_how_far_it_is_off()
    {
        var record = Record(Serial, speed: _ => 1.2);
        CompressionStudy.Spec.Answer(MeasuredStudy.Of(CompressionStudy.Spec, record with { Findings = Judge(record) })).ShouldBe(
            "It depends on the line: by the speeds measured here it pays on lines below 240 Mbit/s (br) for 'text' as one message; "
            + "wherever lines of both sides were measured (1) the gain became a loss within 20 % of the predicted rate.");
    }

    private static IReadOnlyList<Finding> Judge(RunRecord record, PlannedComparison? comparison = null) => FindingEngine.Judge(
        CompressionStudy.Spec,
        [comparison ?? new PlannedComparison("compression-pays-below", "none-50mbit", "br-50mbit", "compression", "download_ms")],
        record);

    /// <summary>A record in which every time is what the model says.</summary>
    /// <param name="codec">The codec.</param>
    /// <param name="speed">By how much faster than it is the codec was measured on a line.</param>
    /// <param name="time">Whether compressed, the line, and the time by the model: the time of a replicate.</param>
    /// <param name="loopback">Whether there are trials without a line.</param>
    private static RunRecord Record(
        Codec codec, Func<double, double>? speed = null, Func<bool, double, double, double>? time = null, bool loopback = true)
    {
        MetricInfo[] metrics = [.. new[] { "download_ms", "pays_below_mbit", "compress_mb_per_s", "decompress_mb_per_s", "server_mb_per_s",
            "client_mb_per_s", "savings_percent", "plain_bytes_per_download" }
            .Select(id => new MetricInfo(id, id == "download_ms" ? "ms" : "x", Better.Neither, id))];
        double?[] links = [.. Lines, .. loopback ? new double?[] { null } : []];
        return new RunRecord
        {
            Study = "compression", Profile = "full", Seed = 1, Started = DateTimeOffset.UnixEpoch, ElapsedSeconds = 1, Title = "t",
                Question = "q", Answer = "a", Command = [],
            Machine = Synthetic.Machine,
            Factors = [],
            Metrics = metrics,
            Trials = [.. from link in links from compression in new[] { "none", "br" } select Trial(link, compression)],
        };

        TrialResult Trial(double? rate, string compression)
        {
            var compressed = compression != "none";
            var plainMs = rate is { } r ? Megabytes * 8 / r * 1000 : 4;
            var ms = compressed ? codec.TimeOf(plainMs) : plainMs;
            var level = rate is { } line ? $"{line}mbit" : "none";
            var factor = rate is { } measured ? speed?.Invoke(measured) ?? 1 : 1;
            Replicate[] replicates = [.. Enumerable.Range(1, Replicates).Select(block => new Replicate(block, block, 0, ValuesOf(
                time?.Invoke(compressed, rate ?? 0, ms) ?? ms, compressed, factor)))];
            return new TrialResult
            {
                Id = $"{compression}-{level}",
                Factors = new Dictionary<string, string> { ["payload"] = "text", ["shape"] = codec.Shape, ["compression"] = compression,
                    ["link"] = level, ["host"] = "native" },
                Replicates = replicates,
                Metrics = replicates[0].Values.Keys.ToDictionary(id => id, id =>
                {
                    double[] values = [.. replicates.Select(v => v.Values[id]).Order()];
                    return new MetricValue(Sample.Median(values), values[0], values[^1], id == "download_ms" ? "ms" : "x");
                }),
            };
        }

        Dictionary<string, double> ValuesOf(double ms, bool compressed, double factor)
        {
            var values = new Dictionary<string, double> { ["download_ms"] = ms, ["plain_bytes_per_download"] = Megabytes * 1e6 };
            if (compressed)
            {
                values["pays_below_mbit"] = codec.PaysBelow * factor;
                values["compress_mb_per_s"] = codec.Compress * factor;
                values["decompress_mb_per_s"] = codec.Decompress * factor;
                values["server_mb_per_s"] = codec.Compress * factor;
                values["client_mb_per_s"] = codec.Decompress * factor;
                values["savings_percent"] = 100 * (1 - codec.Ratio);
            }

            return values;
        }
    }

    /// <summary>A codec, in MB/s, and the rate in Mbit/s below which it pays.</summary>
    private sealed record Codec(string Shape, double Compress, double Decompress, double Ratio, double PaysBelow)
    {
        public double TimeOf(double plainMs) => Shape == "one"
            ? CompressionModel.TimeOfOne(Ratio, plainMs, Megabytes / Compress * 1000, Megabytes / Decompress * 1000)
            : Math.Max(Math.Max(Megabytes / Compress * 1000, Megabytes / Decompress * 1000), Ratio * plainMs);
    }
}

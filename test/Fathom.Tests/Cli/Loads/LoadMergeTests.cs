using Fathom.Load.Grpc.Calls;
using FsCheck;
using FsCheck.Fluent;
using Fathom.Cli.Commands.Loads;
using Fathom.Records.Loads;
using Fathom.Load.Counting;
using Fathom.TestKit;

namespace Fathom.Tests.Cli.Loads;

/// <summary><c>fathom merge</c>: parts add up exactly, and what is missing is said.</summary>
public class LoadMergeTests
{
    [Fact]
    public void However_calls_are_split_over_parts_the_sum_is_the_record_of_all_of_them() => Prop.ForAll(
        ArbMap.Default.ArbFor<(PositiveInt Seed, byte Parts, byte Calls)>(), given =>
        {
            var random = new Random(given.Seed.Get);
            var latencies = Enumerable.Range(0, given.Calls).Select(_ => random.NextInt64(1, 10_000_000_000)).ToList();
            var count = 2 + (given.Parts % 5);
            var parts = Enumerable.Range(1, count).Select(i =>
                LoadRecords.Part($"{i}/{count}", latencies.Where((_, call) => call % count == i - 1))).ToList();

            var sum = LoadMerge.Of(parts);

            var all = LoadRecords.Part("1/1", latencies);
            (sum.Calls, sum.WarmUpCalls, sum.LatencyHistogram, sum.LagHistogram)
                .ShouldBe((all.Calls, count, all.LatencyHistogram, all.LagHistogram));
            foreach (var (name, figure) in all.Figures.Where(f => f.Key.StartsWith("latency", StringComparison.Ordinal)))
            {
                sum.Figures[name].ShouldBe(figure, name);
            }

            (sum.Figures["sent_bytes"].Value, sum.Figures["received_bytes"].Value).ShouldBe((2.0 * all.Calls, 3.0 * all.Calls));
            sum.Outcomes.GetValueOrDefault("OK").ShouldBe(all.Calls);
            sum.Seconds.ShouldHaveSingleItem().Calls.ShouldBe(all.Calls);
            (sum.Valid, sum.Plan.Shard, sum.Plan.Connections).ShouldBe((true, "1/1", 2 * count));
            sum.Command.ShouldBe(["load", "TARGET", "--call", "a.B/C"]);
        }).Check(Config.QuickThrowOnFailure.WithMaxTest(Thorough.Count(40, 100)));

    [Fact]
    public void Percentiles_of_a_second_are_those_of_all_parts_and_left_out_where_a_part_has_no_histogram()
    {
        LoadRecord[] parts = [LoadRecords.Part("1/2", [1000, 1000, 1000]), LoadRecords.Part("2/2", [9000])];
        LoadMerge.Of(parts).Seconds[0].P50Us!.Value.ShouldBe(1, 0.001);
        parts[1] = parts[1] with { Seconds = [parts[1].Seconds[0] with { LatencyHistogram = null, P50Us = 9 }] };
        LoadMerge.Of(parts).Seconds[0].P50Us.ShouldBeNull();
    }

    [Fact]
    public void A_part_that_is_missing_makes_the_record_invalid()
    {
        var sum = LoadMerge.Of([LoadRecords.Part("1/3", [1]), LoadRecords.Part("3/3", [1])]);
        (sum.Valid, sum.Verdicts.ShouldHaveSingleItem().Id).ShouldBe((false, "part-missing"));
        sum.Verdicts[0].Text.ShouldStartWith("part 2 of 3 is missing");
    }

    [Theory]
    [InlineData(900, true)]
    [InlineData(2000, false)]
    public void Parts_that_began_far_apart_make_the_record_invalid(long apart, bool isValid)
    {
        const long began = 1_700_000_000_000;
        var sum = LoadMerge.Of([LoadRecords.Part("1/2", [1], began), LoadRecords.Part("2/2", [1], began + apart)]);
        sum.Valid.ShouldBe(isValid);
        sum.Verdicts.Any(v => v.Id == "parts-apart").ShouldBe(!isValid);
        sum.Seconds.Sum(s => s.Calls).ShouldBe(2);
    }

    [Fact]
    public void Thresholds_are_judged_on_the_sum()
    {
        var sum = LoadMerge.Of([LoadRecords.Part("1/2", [500, 500]), LoadRecords.Part("2/2", [5000, 5000, 5000])]);
        sum.Thresholds.ShouldHaveSingleItem().Holds.ShouldBeFalse();
        LoadFiles.ExitCodeOf(sum).ShouldBe(1);
    }

    [Fact]
    public void An_exit_code_says_what_did_not_hold_or_that_the_run_is_to_be_measured_again()
    {
        var good = LoadRecords.Part("1/1", [500]) with { Thresholds = [new("p50<1us", "500 ns", true)] };
        var missed = good with { Thresholds = [new("p50<1ns", "500 ns", false)] };
        var failing = good with { Outcomes = new Dictionary<string, long> { ["NOT_FOUND"] = 1 } };
        var accepted = failing with { Plan = good.Plan with { AcceptedStatuses = ["NOT_FOUND"] } };
        var wrong = good with { Calls = 2, Outcomes = new Dictionary<string, long> { ["OK"] = 1, ["WRONG_REPLY"] = 1 } };
        new[] { good, missed, failing, accepted, wrong }.Select(LoadFiles.ExitCodeOf).ShouldBe([0, 1, 1, 0, 1]);
        new[] { good, missed, failing, accepted, wrong }.Select(r => LoadFiles.ExitCodeOf(r with { Valid = false }))
            .ShouldBe([4, 4, 1, 4, 1]);
    }

    [Fact]
    public void Streams_failures_and_what_ended_parts_early_add_up()
    {
        var tally = new CallTally(CallOutcomes.Count);
        tally.Streams.FirstMessage.Count(1000);
        tally.Streams.Gap.Count(2000);
        tally.Streams.Answer.Count(3000);
        var figures = LoadRecords.Part("1/1", [1]).Figures.Append(new("sent_messages", new(3, "count")))
            .Append(new("received_messages", new(2, "count"))).ToDictionary();
        LoadRecord Part(string shard, string? endedBy) => LoadRecords.Part(shard, [1]) with
        {
            Figures = figures, EndedBy = endedBy, Partial = endedBy is not null,
            FirstMessageHistogram = TallyFigures.EncodeIfAny(tally.Streams.FirstMessage),
            MessageGapHistogram = TallyFigures.EncodeIfAny(tally.Streams.Gap),
            AnswerHistogram = TallyFigures.EncodeIfAny(tally.Streams.Answer),
            FailureHistogram = TallyFigures.EncodeIfAny(tally.Streams.Answer),
        };

        var sum = LoadMerge.Of([Part("1/2", "SIGINT"), Part("2/2", null)]);

        (sum.EndedBy, sum.Figures["sent_messages"].Value, sum.Figures["received_messages"].Value).ShouldBe(("SIGINT", 6, 4));
        foreach (var (figure, value) in new[] { ("first_message", 1), ("message_gap", 2), ("answer", 3), ("failure", 3) })
        {
            sum.Figures[$"{figure}_p50"].Value.ShouldBe(value, 0.01, figure);
        }
    }

    [Fact]
    public async Task Records_that_are_not_the_parts_of_one_plan_are_refused()
    {
        using var folder = new TemporaryFolder();
        void Write(string name, LoadRecord record) => LoadRecordJson.Write(folder.PathOf(name), record);
        Write("one", LoadRecords.Part("1/2", [1]));
        Write("two", LoadRecords.Part("2/2", [1], flags: ["--rps", "5"]));
        Write("whole", LoadRecords.Part("1/1", [1]));
        Write("third", LoadRecords.Part("3/3", [1]));
        foreach (var (files, message) in new[]
        {
            ("one one", "one and one are both part 1/2; accepted: each part once"),
            ("one whole", "whole is part 1/1 of its plan; accepted: parts of one plan, made with --shard I/N"),
            ("one third", "third is of another plan than one: it is part 3/3, not one of 2; accepted: parts of one plan, made with the "
                + "same flags and --shard I/N"),
            ("one two", "two is of another plan than one: '--rps 5' instead of '...'; accepted: parts of one plan, made with the same "
                + "flags and --shard I/N"),
        })
        {
            var (exitCode, _, error) = await CommandLine.RunAsync(["merge", .. files.Split(' ')], folder: folder.Path);
            (exitCode, error).ShouldBe((2, $"fathom: FILE: {message}{Environment.NewLine}"));
        }

        Write("damaged", LoadRecords.Part("2/2", [1]) with { LatencyHistogram = Convert.ToBase64String(new byte[64]) });
        var damaged = await CommandLine.RunAsync(["merge", "one", "damaged"], folder: folder.Path);
        (damaged.ExitCode, damaged.Error.Contains("a record is damaged", StringComparison.Ordinal)).ShouldBe((2, true), damaged.Error);
    }

    // The folder to write is a file: a full disk is met at the same place.
    [Fact]
    public async Task The_sum_is_shown_and_what_was_not_written_is_said()
    {
        using var folder = new TemporaryFolder();
        LoadRecordJson.Write(folder.PathOf("one"), LoadRecords.Part("1/2", [1]));
        LoadRecordJson.Write(folder.PathOf("two"), LoadRecords.Part("2/2", [1]));
        await File.WriteAllTextAsync(folder.PathOf("taken"), "", TestContext.Current.CancellationToken);
        var (exitCode, output, error) = await CommandLine.RunAsync(["merge", "one", "two", "--out", "taken"], folder: folder.Path);
        output.ShouldContain("latency");
        output.ShouldContain("not written");
        (exitCode, error.Contains("taken", StringComparison.Ordinal)).ShouldBe((3, true), error);
    }

    [Fact]
    public void The_histogram_of_a_part_can_be_read_again() =>
        HistogramText.Decode(LoadRecords.Part("1/2", [7, 8]).LatencyHistogram).TotalCount.ShouldBe(2);
}

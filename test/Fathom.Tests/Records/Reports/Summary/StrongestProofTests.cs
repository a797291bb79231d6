using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.Statistics;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Summary;

/// <summary>Which proof stands beside the answer.</summary>
public sealed class StrongestProofTests
{
    [Fact]
    public void It_is_of_the_cause_that_the_answer_names_first_however_large_others_are() =>
        Of("", Finding("first", 3, 2), Finding("second", 90, 80)).Id.ShouldBe("first");

    [Fact]
    public void It_is_the_one_whose_figure_the_answer_quotes() =>
        Of("It is 37.5 times slower.", Finding("a", 41.1, 38), Finding("a", 37.479, 36.5)).Ratio!.Value.ShouldBe(37.479);

    [Fact]
    public void A_figure_within_another_is_not_quoted() =>
        Of("137.5 or 37.55 calls", Finding("a", 41.1, 38), Finding("a", 37.479, 36.5)).Ratio!.Value.ShouldBe(41.1);

    [Fact]
    public void Else_it_is_the_one_whose_whole_interval_lies_highest() =>
        Of("", Finding("a", 68, 35), Finding("a", 90, 30), Finding("a", 60, 50)).Ratio!.Low.ShouldBe(50);

    [Fact]
    public void A_hint_is_no_proof_and_does_not_lead()
    {
        Of("", Finding("hinted", 90, 80) with { Kind = FindingKind.Hint }, Finding("proven", 2, 1.5)).Id.ShouldBe("proven");
        StrongestProof.In(Record("", Finding("hinted", 90, 80) with { Kind = FindingKind.Hint })).ShouldBeNull();
        StrongestProof.In(Record("")).ShouldBeNull();
    }

    [Theory]
    [InlineData("channels", "thread-pool-starvation", "async")]
    [InlineData("lag-full", "stop-and-wait-sender", "WriteAsync")]
    [InlineData("mediator-full", "certificate-per-call", "once")]
    public void In_committed_records_it_is_what_the_answer_begins_with(string record, string cause, string to)
    {
        var proof = StrongestProof.In(CommittedRecords.Read(record)).ShouldNotBeNull();
        (proof.Id, proof.Changed!.To).ShouldBe((cause, to));
    }

    private static Finding Of(string answer, params Finding[] findings) =>
        StrongestProof.In(Record(answer, findings)).ShouldNotBeNull();

    private static RunRecord Record(string answer, params Finding[] findings) =>
        SyntheticRecords.Channels() with { Answer = answer, Findings = findings };

    private static Finding Finding(string id, double ratio, double low) =>
        SyntheticRecords.Channels().Findings[0] with { Id = id, Ratio = new Estimate(ratio, low, ratio + 1) };
}

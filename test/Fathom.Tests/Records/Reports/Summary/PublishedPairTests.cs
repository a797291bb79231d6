using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Summary;

/// <summary>Which published figure stands beside a measured one.</summary>
public sealed class PublishedPairTests
{
    [Theory]
    [InlineData("channels", "8.99 / 15.1 s", "Grpc.AspNetCore, concurrent, new channel", "t01")]
    [InlineData("lag-full", "2:32 min", "time, HttpSys, Write", "t01")]
    [InlineData("mediator-full", "41.8 a second", "as published", "t01")]
    public void It_is_that_of_the_same_row_and_column(string name, string published, string of, string measured)
    {
        var record = CommittedRecords.Read(name);
        var pair = PublishedPair.Of(record, StrongestProof.In(record)!.Pair).ShouldNotBeNull();
        (pair.Published, pair.PublishedOf, pair.Measured.Id).ShouldBe((published, of, measured));
    }

    [Fact]
    public void A_trial_that_no_table_shows_has_the_first_figure_of_the_tables()
    {
        var record = CommittedRecords.Read("channels");
        var proof = record.Findings[^1].Pair!;
        proof.Baseline.ShouldBe("t07");
        record = record with
        {
            Tables = [.. record.Tables.Select(t => t with { Rows = [.. t.Rows.Select(r => r with
                { Cells = [.. r.Cells.Select(c => c.Trial == proof.Baseline ? c with { Trial = null } : c)] })] })],
        };
        var pair = PublishedPair.Of(record, proof).ShouldNotBeNull();
        (pair.Published, pair.Measured.Id, pair.WithFix(record, proof)).ShouldBe(("1.1 / 1.11 s", "t08", null));
    }

    [Fact]
    public void A_figure_that_the_fix_does_not_improve_is_not_the_one_that_was_complained_about()
    {
        var record = SyntheticRecords.Channels();
        var proof = record.Findings[0].Pair!;
        ComparisonTable Table(string metric) => new(metric, "a page", metric, ["x"],
            [new("published", [new(metric == "wall_ms" ? "1000" : "7", null)]), new("measured", [new(null, proof.Baseline)])]);
        var larger = record with
        {
            Tables = [Table("threads_added"), Table("wall_ms")],
            Metrics = [.. record.Metrics.Select(m => m with { Better = m.Id == "threads_added" ? Better.Higher : m.Better })],
        };
        PublishedPair.Of(larger, proof)!.Published.ShouldBe("1 s");
        PublishedPair.Of(larger with { Tables = [Table("threads_added")] }, proof)!.WithFix(larger, proof).ShouldBeNull();
    }

    [Fact]
    public void A_figure_with_its_error_stays_as_it_was_printed()
    {
        var record = SyntheticRecords.Channels();
        ComparisonTable table = new("ms", "a page", "wall_ms", ["gzip"],
            [new("published: mean", [new("323.6 (6.4)", null)]), new("measured", [new(null, "t01")])]);
        PublishedPair.Of(record with { Tables = [table] }, null)!.Published.ShouldBe("323.6 (6.4) ms");
    }

    [Fact]
    public void Without_a_published_cell_above_a_measured_one_there_is_none() =>
        PublishedPair.Of(SyntheticRecords.Channels() with { Tables = [] }, null).ShouldBeNull();
}

using Fathom.Lab.Reports.Summary;
using Fathom.Lab.Results;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Lab.Reports.Summary;

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
        var pair = PublishedPair.Of(record, StrongestProof.In(record)!.Baseline).ShouldNotBeNull();
        (pair.Published, pair.PublishedOf, pair.Measured.Id).ShouldBe((published, of, measured));
    }

    [Fact]
    public void A_trial_that_no_table_shows_has_the_first_figure_of_the_tables()
    {
        var record = CommittedRecords.Read("channels");
        var pair = PublishedPair.Of(record, "t14").ShouldNotBeNull();
        (pair.Published, pair.Measured.Id).ShouldBe(("3.18 / 3.07 s", "t05"));
    }

    [Fact]
    public void Figures_with_words_stay_as_they_were_printed()
    {
        var record = SyntheticRecords.Channels();
        ComparisonTable table = new("ms", "a page", "wall_ms", ["gzip"],
            [new("published: mean", [new("323.6 (6.4)", null)]), new("measured", [new(null, "t01")])]);
        PublishedPair.Of(record with { Tables = [table] }, "t01")!.Published.ShouldBe("323.6 (6.4)");
    }

    [Fact]
    public void Without_a_published_cell_above_a_measured_one_there_is_none() =>
        PublishedPair.Of(SyntheticRecords.Channels() with { Tables = [] }, "t01").ShouldBeNull();
}

using Fathom.Records.Reports;
using Fathom.Records.Reports.Pictures;
using Fathom.Records;
using static Fathom.Tests.Records.Reports.Pictures.DrawnDownloads;

namespace Fathom.Tests.Records.Reports.Pictures;

/// <summary>What a picture is drawn from: panels, series, marks, and the look of each level.</summary>
public sealed class DeclaredPictureTests
{
    [Fact]
    public void A_level_is_a_line_through_its_trials_on_lines_and_each_combination_of_panels_a_drawing()
    {
        var picture = Of(Downloads, Line);
        picture.Panels.Select(p => p.Name).ShouldBe(["text, one message", "JSON, one message"]);
        foreach (var panel in picture.Panels)
        {
            panel.Series.Select(s => s.Level).ShouldBe(Downloads.Factors.First(f => f.Name == "compression").Levels);
            panel.Series.ShouldAllBe(s => s.Points.Select(p => p.X).SequenceEqual(new double[] { 50, 150, 450 }));
        }

        picture.Panels[0].Series[0].Points[0].Y.ShouldBe(Downloads.Trial("t101").Metrics["download_ms"]);
    }

    [Fact]
    public void A_level_is_marked_where_the_trial_measured_nearest_to_the_mark_says()
    {
        // gzip best pays below 231 Mbit/s by the model: 150mbit is nearest by ratio.
        var moved = With(Downloads, "t132", "pays_below_mbit", 200);
        var series = Of(moved, Line).Panels[0].Series.First(s => s.Level == "gzip best");
        series.Mark!.Value.ShouldBe(200);
        Of(Downloads, Line).Panels[0].Series.First(s => s.Level == "none").Mark.ShouldBeNull();
    }

    [Fact]
    public void A_mark_of_another_unit_than_the_axis_is_not_drawn()
    {
        Of(Downloads, Line with { Mark = "compress_mb_per_s" }).Panels.SelectMany(p => p.Series).ShouldAllBe(s => s.Mark == null);
        Page(Downloads with { Pictures = [Line with { Mark = "compress_mb_per_s" }] }).ShouldNotContain("class=\"mark");
    }

    [Fact]
    public void What_a_picture_does_not_name_stays_at_the_baseline()
    {
        // Dots of the untouched loopback alone: the link is not named.
        var picture = Of(Downloads, Scatter);
        picture.Panels.SelectMany(p => p.Series).SelectMany(s => s.Points).ShouldAllBe(p => p.Trial.Factors["link"] == "none");
        picture.Levels.ShouldNotContain("none", "it has no speed of compressing");
    }

    [Fact]
    public void Names_that_the_record_does_not_have_make_no_picture()
    {
        foreach (var info in new[] { Line with { X = "payload" }, Line with { X = "none" }, Line with { Y = "none" },
            Line with { Series = "none" } })
        {
            DeclaredPicture.Of(new ReportStudy(Downloads, "s"), info).ShouldBeNull();
        }
    }

    [Fact]
    public void Every_level_has_a_letter_and_a_look_of_its_own()
    {
        var many = Downloads with
        {
            Factors = [.. Downloads.Factors.Select(f => f.Name == "compression" ? f
                with { Levels = [.. Enumerable.Range(1, 15).Select(i => $"codec {i}")] } : f)],
            Trials = [.. Enumerable.Range(1, 15).Select(i => Downloads.Trial("t110") with
            {
                Id = $"t{i}",
                Factors = new Dictionary<string, string>(Downloads.Trial("t110").Factors) { ["compression"] = $"codec {i}" },
            })],
        };
        var picture = Of(many, Scatter);
        picture.Levels.Count.ShouldBe(15);
        picture.Levels.Select(picture.Letter).ShouldBeUnique();
        picture.Levels.Select(picture.Look).ShouldBeUnique();
        string[] first = [picture.Letter("codec 1"), picture.Look("codec 1"), picture.Look("codec 7"), picture.Look("codec 13")];
        first.ShouldBe(["A", "s0", "s0 again", "s0 third"]);
    }

    private static DeclaredPicture Of(RunRecord record, PictureInfo info) =>
        DeclaredPicture.Of(new ReportStudy(record, "s"), info).ShouldNotBeNull();

    private static RunRecord With(RunRecord record, string trial, string metric, double value) => record with
    {
        Trials = [.. record.Trials.Select(t => t.Id != trial ? t : t with
        {
            Metrics = new Dictionary<string, MetricValue>(t.Metrics) { [metric] = t.Metrics[metric] with { Value = value } },
        })],
    };
}

using System.Text.RegularExpressions;
using Fathom.Lab.Reports;
using Fathom.Lab.Reports.Html;
using Fathom.Lab.Reports.Pictures;
using Fathom.Lab.Results;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Lab.Reports.Pictures;

public sealed partial class DeclaredPicturesTests
{
    private static readonly RunRecord Record = SyntheticDownloads.Record();
    private static readonly PictureInfo Line = Record.Pictures[0];
    private static readonly PictureInfo Scatter = Record.Pictures[1];

    [Fact]
    public void A_level_is_a_line_through_its_trials_on_lines_and_each_combination_of_panels_a_drawing()
    {
        var picture = Of(Record, Line);
        picture.Panels.Select(p => p.Name).ShouldBe(["payload text, shape one", "payload json, shape one"]);
        foreach (var panel in picture.Panels)
        {
            panel.Series.Select(s => s.Level).ShouldBe(Record.Factors.First(f => f.Name == "compression").Levels);
            panel.Series.ShouldAllBe(s => s.Points.Select(p => p.X).SequenceEqual(new double[] { 50, 150, 450 }));
        }

        picture.Panels[0].Series[0].Points[0].Y.ShouldBe(Record.Trial("t101").Metrics["download_ms"]);
    }

    [Fact]
    public void A_level_is_marked_where_the_trial_measured_nearest_to_the_mark_says()
    {
        // gzip best pays below 231 Mbit/s by the model: 150mbit is nearest by ratio.
        var moved = With(Record, "t132", "pays_below_mbit", 200);
        var series = Of(moved, Line).Panels[0].Series.First(s => s.Level == "gzip best");
        series.Mark!.Value.ShouldBe(200);
        Of(Record, Line).Panels[0].Series.First(s => s.Level == "none").Mark.ShouldBeNull();
    }

    [Fact]
    public void A_mark_of_another_unit_than_the_axis_is_not_drawn()
    {
        Of(Record, Line with { Mark = "compress_mb_per_s" }).Panels.SelectMany(p => p.Series).ShouldAllBe(s => s.Mark == null);
        Page(Record with { Pictures = [Line with { Mark = "compress_mb_per_s" }] }).ShouldNotContain("class=\"mark");
    }

    [Fact]
    public void What_a_picture_does_not_name_stays_at_the_baseline()
    {
        // Dots of the untouched loopback alone: the link is not named.
        var picture = Of(Record, Scatter);
        picture.Panels.SelectMany(p => p.Series).SelectMany(s => s.Points).ShouldAllBe(p => p.Trial.Factors["link"] == "none");
        picture.Levels.ShouldNotContain("none", "it has no speed of compressing");
    }

    [Fact]
    public void Without_two_lines_the_picture_of_lines_is_left_out()
    {
        RunRecord On(params string[] links) => Record with
        {
            Factors = [.. Record.Factors.Select(f => f.Name == "link" ? f with { Levels = links } : f)],
            Trials = [.. Record.Trials.Where(t => links.Contains(t.Factors["link"]))],
        };
        Titles(Page(On("none"))).ShouldBe([Scatter.Title, Scatter.Title]);
        Titles(Page(On("none", "50mbit"))).ShouldBe([Scatter.Title, Scatter.Title]);
        Titles(Page(On("none", "50mbit", "450mbit"))).ShouldBe([Line.Title, Line.Title, Scatter.Title, Scatter.Title]);
    }

    [Fact]
    public void Names_that_the_record_does_not_have_make_no_picture()
    {
        foreach (var info in new[] { Line with { X = "payload" }, Line with { X = "none" }, Line with { Y = "none" },
            Line with { Series = "none" } })
        {
            DeclaredPicture.Of(new ReportStudy(Record, "s"), info).ShouldBeNull();
        }
    }

    [Fact]
    public void Every_level_has_a_letter_and_a_look_of_its_own()
    {
        var many = Record with
        {
            Factors = [.. Record.Factors.Select(f => f.Name == "compression" ? f
                with { Levels = [.. Enumerable.Range(1, 15).Select(i => $"codec {i}")] } : f)],
            Trials = [.. Enumerable.Range(1, 15).Select(i => Record.Trial("t110") with
            {
                Id = $"t{i}",
                Factors = new Dictionary<string, string>(Record.Trial("t110").Factors) { ["compression"] = $"codec {i}" },
            })],
        };
        var picture = Of(many, Scatter);
        picture.Levels.Count.ShouldBe(15);
        picture.Levels.Select(picture.Letter).ShouldBeUnique();
        picture.Levels.Select(picture.Look).ShouldBeUnique();
        string[] first = [picture.Letter("codec 1"), picture.Look("codec 1"), picture.Look("codec 7"), picture.Look("codec 13")];
        first.ShouldBe(["A", "s0", "s0 again", "s0 third"]);
    }

    [Fact]
    public void Every_drawing_tells_its_figures_in_words_and_in_a_table()
    {
        var page = Page(Record);
        page.ShouldContain("A none: 648 ms at 50 Mbit/s, 216 ms at 150 Mbit/s, 72 ms at 450 Mbit/s; B gzip: ");
        page.ShouldContain("Time of a download by the rate of the line, by trial");
        Letters().Count(page).ShouldBeGreaterThan(2 * 2 * 7);
    }

    [Fact]
    public void The_form_of_a_picture_is_kept() => Snapshot.Matches(Page(Record with
    {
        Trials = [.. Record.Trials.Where(t => t.Factors["payload"] == "text" && t.Factors["compression"] is "none" or "br")],
    }), "declared-pictures");

    private static DeclaredPicture Of(RunRecord record, PictureInfo info) =>
        DeclaredPicture.Of(new ReportStudy(record, "s"), info).ShouldNotBeNull();

    private static string Page(RunRecord record)
    {
        var html = new HtmlWriter();
        DeclaredPictures.Write(html, new ReportStudy(record, "s"));
        return html.Finish();
    }

    // The title of each drawing, the wide one.
    private static List<string> Titles(string page) => [.. WideTitles().Matches(page).Select(m => m.Groups[1].Value.Split(':')[0])];

    private static RunRecord With(RunRecord record, string trial, string metric, double value) => record with
    {
        Trials = [.. record.Trials.Select(t => t.Id != trial ? t : t with
        {
            Metrics = new Dictionary<string, MetricValue>(t.Metrics) { [metric] = t.Metrics[metric] with { Value = value } },
        })],
    };

    [GeneratedRegex("<title id=\"[^\"]*-wide-t\">([^<]*)</title>")]
    private static partial Regex WideTitles();

    [GeneratedRegex("text-anchor=\"(?:start|middle)\">[A-G]</text>")]
    private static partial Regex Letters();
}

using System.Text.RegularExpressions;
using Fathom.Records;
using Fathom.TestKit;
using static Fathom.Tests.Records.Reports.Pictures.DrawnDownloads;

namespace Fathom.Tests.Records.Reports.Pictures;

/// <summary>The drawings of a page: which there are, and what they say in words.</summary>
public sealed partial class DeclaredPicturesPageTests
{
    [Fact]
    public void Without_two_lines_the_picture_of_lines_is_left_out()
    {
        RunRecord On(params string[] links) => Downloads with
        {
            Factors = [.. Downloads.Factors.Select(f => f.Name == "link" ? f with { Levels = links } : f)],
            Trials = [.. Downloads.Trials.Where(t => links.Contains(t.Factors["link"]))],
        };
        Titles(Page(On("none"))).ShouldBe([Scatter.Title, Scatter.Title]);
        Titles(Page(On("none", "50mbit"))).ShouldBe([Scatter.Title, Scatter.Title]);
        Titles(Page(On("none", "50mbit", "450mbit"))).ShouldBe([Line.Title, Line.Title, Scatter.Title, Scatter.Title]);
    }

    [Fact]
    public void Every_drawing_tells_its_figures_in_words_and_in_a_table()
    {
        var page = Page(Downloads);
        page.ShouldContain("A none: 648 ms at 50 Mbit/s, 216 ms at 150 Mbit/s, 72 ms at 450 Mbit/s; B gzip: ");
        page.ShouldContain("Time of a download by the rate of the line, by trial");
        Letters().Count(page).ShouldBeGreaterThan(2 * 2 * 7);
    }

    [Fact]
    public void The_form_of_a_picture_is_kept() => Snapshot.Matches(Page(Downloads with
    {
        Trials = [.. Downloads.Trials.Where(t => t.Factors["payload"] == "text" && t.Factors["compression"] is "none" or "br")],
    }), "declared-pictures");

    // The title of each drawing, the wide one.
    private static List<string> Titles(string page) => [.. WideTitles().Matches(page).Select(m => m.Groups[1].Value.Split(':')[0])];

    [GeneratedRegex("<title id=\"[^\"]*-wide-t\">([^<]*)</title>")]
    private static partial Regex WideTitles();

    [GeneratedRegex("text-anchor=\"(?:start|middle)\">[A-G]</text>")]
    private static partial Regex Letters();
}

using System.Text.RegularExpressions;
using Fathom.Records.Doctors;
using Fathom.Records.Reports.Doctors;
using Fathom.Records.Words;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Doctors;

/// <summary>The page of a verdict, of each kind of verdict.</summary>
public sealed partial class DoctorPageTests
{
    public static TheoryData<string> Verdicts => [.. SyntheticExaminations.Names];

    [Theory]
    [MemberData(nameof(Verdicts))]
    public void A_page_is_as_it_was_looked_at(string name)
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of(name));
        page.ShouldContain("default-src 'none'; style-src 'unsafe-inline'".Replace("'", "&#39;", StringComparison.Ordinal));
        // The style sheet is looked at, too, and the same on every page.
        var body = page[page.IndexOf("<body>", StringComparison.Ordinal)..];
        Snapshot.Matches(body.Replace("><", ">\n<", StringComparison.Ordinal), $"page-{name}");
    }

    [Theory]
    [MemberData(nameof(Verdicts))]
    public void Every_picture_has_a_title_and_a_description_of_its_own(string name)
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of(name));
        var named = Labelled().Matches(page).SelectMany(m => m.Groups[1].Value.Split(' ')).ToList();
        named.ShouldBeUnique();
        named.ShouldAllBe(id => page.Contains($" id=\"{id}\"", StringComparison.Ordinal));
        Pictures().Count(page).ShouldBe(named.Count / 2);
    }

    [Fact]
    public void What_a_record_holds_is_text_and_no_markup()
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of("hostile"));
        page.ShouldNotContain("<script");
        page.ShouldNotContain("\u202e");
        page.ShouldContain("&lt;script&gt;");
    }

    [Fact]
    public void Every_pair_is_a_line_and_the_ratio_has_its_interval()
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of("pairs"));
        // Each picture is drawn for a wide page and for a phone.
        Regex.Count(page, "<line class=\"pair\"").ShouldBe(2 * 12);
        Regex.Count(page, "<line class=\"interval\"").ShouldBe(2);
        page.ShouldContain(UnbrokenText.Of("5.14 s to 1.42 s, <strong>3.62 times (3.31 to 3.94)</strong>, 12 pairs, p = 0.0002."));
        page.ShouldNotContain("5,135");
    }

    [Fact]
    public void What_is_left_has_its_sign_and_each_rejected_rival_what_rejected_it()
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of("rivals"));
        page.ShouldContain("<strong>Found: one place that calls take in turn</strong>: two calls at once over one call was 1.96, "
            + "1.69 to 2.38 was predicted.");
        page.ShouldContain("<strong>Not threads of a pool that calls block or streams that a connection allows</strong>: two calls");
        Regex.Count(page, "<li class=\"met\">").ShouldBe(1);
        Regex.Count(page, "<li class=\"missed\">").ShouldBe(5);
        page.ShouldContain("2 ways that this server cannot have");
        page.ShouldContain("not an interpreter that one call at a time uses or a loop of Node: the server is Kestrel");
        page.ShouldContain("96.9 % of the time of 32 calls at once (at least 96.4 %), proven");
    }

    [Fact]
    public void Of_two_that_were_not_told_apart_no_fix_stands_alone()
    {
        var page = DoctorPage.Write(SyntheticExaminations.Of("undetermined"));
        var screen = page[..page.IndexOf("<section>", StringComparison.Ordinal)];
        screen.ShouldContain("What tells them apart");
        screen.ShouldContain("if it is cpu-saturation: where the processors&#39; time goes");
        screen.ShouldNotContain("<pre");
    }

    [Fact]
    public void Causes_that_one_observation_rules_out_are_one_line() => DoctorPage.Write(SyntheticExaminations.Of("healthy"))
        .ShouldContain("<li><strong>slow-start, loss-bound, bufferbloat</strong>: a reply of 102 bytes");

    [Fact]
    public void A_record_of_an_earlier_version_has_a_page()
    {
        using var folder = new TemporaryFolder();
        var path = DoctorRecordStore.Write(folder.Path, SyntheticExaminations.Of("older"));
        var json = File.ReadAllText(path);
        foreach (var added in new[] { "rivals", "waterfall" })
        {
            json = Regex.Replace(json, $",?\\s*\"{added}\": \\[[^\\]]*\\]", "");
        }

        File.WriteAllText(path, json);
        json.ShouldNotContain("rivals");
        DoctorPage.Write(DoctorRecordStore.Read(path)).ShouldContain("Where the time goes");
    }

    [GeneratedRegex("aria-labelledby=\"([^\"]+)\"")]
    private static partial Regex Labelled();

    [GeneratedRegex("role=\"img\"")]
    private static partial Regex Pictures();
}

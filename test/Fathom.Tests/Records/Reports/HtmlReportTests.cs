using System.Text;
using System.Text.RegularExpressions;
using Fathom.Records.Reports;
using Fathom.Records;
using Fathom.Records.Words;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports;

public sealed partial class HtmlReportTests
{
    [Fact]
    public void The_form_of_the_page_is_kept() =>
        Snapshot.Matches(HtmlReport.Write([SyntheticRecords.Small()]), "report");

    [Fact]
    public void A_change_that_makes_no_difference_is_not_called_a_fix()
    {
        var page = HtmlReport.Write([CommittedRecords.Read("channels")]);

        page.ShouldContain(">The fix: awaited<");
        page.ShouldContain(">What to do<");
        page.ShouldNotContain("The fix: Grpc.Core");
    }

    [Fact]
    public void An_axis_says_its_unit_once()
    {
        var page = HtmlReport.Write([CommittedRecords.Read("mediator-full")]);

        page.ShouldContain(">messages a second, logarithmic");
        page.ShouldNotContain("a second, a second");
    }

    [Fact]
    public void The_page_opens_with_the_answer_of_every_study()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels(),
            SyntheticRecords.Channels() with { Study = "lag", Title = "Lag", Answer = "One segment per round trip." }]);
        var head = page[..page.IndexOf("<article", StringComparison.Ordinal)];
        head.ShouldContain("blocking calls starve");
        head.ShouldContain("One segment per round trip.");
        head.ShouldContain("href=\"#lag\"");
    }

    [Fact]
    public void A_study_opens_with_answer_published_figure_picture_and_fix_and_folds_the_rest()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()]);
        var article = page[page.IndexOf("<article", StringComparison.Ordinal)..];
        var screen = article[..article.IndexOf("<section", StringComparison.Ordinal)];
        string[] parts = ["class=\"question\"", "class=\"lead\"", "8.99 / 15.1 s", "9.43 s", "With the fix", "<figure class=\"proof\"",
            "84.9 times (95 % interval 82.1 to 87.2)", "await client.SayHelloAsync(request)"];
        parts.Select(p => screen.IndexOf(p, StringComparison.Ordinal)).ShouldBe(
            parts.Select(p => screen.IndexOf(p, StringComparison.Ordinal)).Order());
        parts.ShouldAllBe(p => screen.Contains(p, StringComparison.Ordinal));
        Regex.Count(screen, "<figure").ShouldBe(1);
        Regex.Count(article, "<section[^>]*><details class=\"section\">").ShouldBe(Regex.Count(article, "<section"));
    }

    [Fact]
    public void No_table_or_picture_calls_a_trial_or_a_metric_by_its_id()
    {
        foreach (var name in CommittedRecords.Names)
        {
            var record = CommittedRecords.Read(name);
            var page = HtmlReport.Write([record]);
            // The table of metrics says what they are called in the record.
            var shown = Attributes().Replace(page[..page.IndexOf($"id=\"{record.Study}.glossary\"", StringComparison.Ordinal)], "");
            foreach (var id in record.Trials.Select(t => t.Id).Concat(record.Metrics.Select(m => m.Id).Where(m => m.Contains('_'))))
            {
                Regex.IsMatch(shown, $@"\b{id}\b").ShouldBeFalse($"{name}: {id}");
            }
        }
    }

    [Fact]
    public void Every_trial_with_a_connection_s_bytes_has_a_time_sequence_graph()
    {
        var record = SyntheticRecords.Channels();
        Series Steps(string name, int above) => new(
            name, "bytes", 1, [.. Enumerable.Range(0, 20).Select(i => (IReadOnlyList<double>)[50.0 * i, (4096.0 * i) + above])]);
        var page = HtmlReport.Write([record with
        {
            Trials = [.. record.Trials.Select(t => t
                with { Series = [Steps("sequence.sent", 4096), Steps("sequence.acknowledged", 0), Steps("sequence.allowed", 1 << 30)] })],
        }]);
        var names = new TrialNames(record);
        foreach (var trial in record.Trials.Where(t => t.Metrics.Count > 0))
        {
            page.ShouldContain($"{names.Of(trial.Id)}: bytes sent and acknowledged over time");
        }

        page.ShouldContain("allowed by the receiver's window (cut off above the picture)".Replace("'", "&#39;", StringComparison.Ordinal));
        page.ShouldNotContain("sequence.sent over time", Case.Sensitive, "it has a picture of its own kind");
    }

    [Fact]
    public void A_partial_record_says_so_at_its_answer_and_at_its_figures()
    {
        var page = HtmlReport.Write([SyntheticRecords.Partial()]);
        PartialMarks().Count(page).ShouldBe(3);
        PartialMarks().Count(HtmlReport.Write([SyntheticRecords.Channels()])).ShouldBe(0);
    }

    [Fact]
    public void A_disturbed_machine_is_said_on_top_and_every_such_replicate_in_a_table()
    {
        var page = HtmlReport.Write([SyntheticRecords.Disturbed()]);
        var top = page[..page.IndexOf("<section", StringComparison.Ordinal)];
        top.ShouldContain("2 of 40 replicates count although");
        top.IndexOf("class=\"disturbed\"", StringComparison.Ordinal)
            .ShouldBeLessThan(top.IndexOf("class=\"figures\"", StringComparison.Ordinal));
        Regex.Count(page, "<td>yes, marked</td>").ShouldBe(2);
        Regex.Count(page, "<td>no, repeated</td>").ShouldBe(1);
        page.ShouldContain("other programs used 40 % of the processors");
        HtmlReport.Write([SyntheticRecords.Channels()]).ShouldNotContain("isturbed the machine");
    }

    [Fact]
    public void Findings_and_hints_are_told_apart()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()]);
        page.ShouldContain("<span class=\"kind\">Finding</span> Blocking on the reply");
        page.ShouldContain("<span class=\"kind\">Hint</span> A new channel for every call");
        page.ShouldContain("the default pool \u2192 200 pool threads");
        page.ShouldContain("Hint: a new channel per call \u2192 one channel");
    }

    [Fact]
    public void The_pairs_of_a_cause_are_the_rows_of_one_table_and_a_hint_has_no_fix()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()]);
        Regex.Count(page, "Its pairs of trials</span>").ShouldBe(1);
        Regex.Count(page, "Its pair of trials</span>").ShouldBe(1);
        page.ShouldContain("ThreadPool.SetMinThreads(200, 200);");
        page.ShouldNotContain("Create one channel and keep it.");
    }

    [Fact]
    public void Published_figures_carry_their_source_in_the_same_table()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()]);
        var table = Tables().Matches(page).Select(m => m.Value).Where(t => t.Contains("8987 / 15118", StringComparison.Ordinal))
            .ShouldHaveSingleItem();
        table.ShouldContain("README of the published load tests, 2021-05-21");
    }

    [Fact]
    public void Trials_that_ran_side_by_side_are_marked()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()]);
        page.ShouldContain("one channel<abbr title=\"replicates ran side by side with those of other trials\">");
        page.ShouldNotContain("sequential<abbr");
    }

    [Fact]
    public void The_page_of_a_full_profile_stays_below_one_and_a_half_megabytes() =>
        Encoding.UTF8.GetByteCount(HtmlReport.Write([SyntheticRecords.Large(200)])).ShouldBeLessThan(1_500_000);

    [Fact]
    public void Trials_that_the_machine_could_not_run_are_named_on_the_first_screen() =>
        HtmlReport.Write([SyntheticRecords.Channels() with { LeftOut = ["2 trials are left out. There is no <client>."] }])
            .ShouldContain(" 2 trials are left out. There is no &lt;client&gt;.</p>");

    [Fact]
    public void A_record_with_nothing_in_it_still_makes_a_page()
    {
        var page = HtmlReport.Write([SyntheticRecords.Channels()
            with { Trials = [], Findings = [], Tables = [], Failures = [], Factors = [], Metrics = [] }]);
        page.ShouldContain("Nothing was found");
        page.ShouldNotContain("<svg");
    }

    [Fact]
    public void No_string_of_a_record_becomes_markup()
    {
        var page = HtmlReport.Write([HostileRecord.With("\"'><script src=//evil></script>\u0007\u202e\ud800")]);
        page.ShouldNotContain("<script");
        page.ShouldNotContain("\u0007");
        page.ShouldNotContain("\u202e");
        page.ShouldContain("&quot;&#39;&gt;&lt;script src=//evil&gt;&lt;/script&gt;\u2407[U+202E]\ufffd");
    }

    [Fact]
    public void No_records_is_an_error() => Should.Throw<ArgumentException>(() => HtmlReport.Write([]));

    [GeneratedRegex("\"[^\"]*\"")]
    private static partial Regex Attributes();

    [GeneratedRegex("<p class=\"partial\"")]
    private static partial Regex PartialMarks();

    [GeneratedRegex("<table[^>]*>.*?</table>", RegexOptions.Singleline)]
    private static partial Regex Tables();
}

using System.Xml.Linq;
using Fathom.Cli.Commands.Loads;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Records.Loads;
using Fathom.TestKit.Records;
using Fathom.Tests.Cli.Loads;

namespace Fathom.Tests.Cli.Rendering;

/// <summary>What systems of continuous integration get: JUnit reports and a summary in Markdown.</summary>
public class JudgementTests
{
    private static LoadRecord Run => LoadRecords.Part("1/1", [1_000_000, 2_000_000]) with
    {
        Thresholds = [new("p99<20ms", "2 ms", true), new("rate>=1000", "0.2/s", false)],
    };

    [Fact]
    public void Thresholds_are_cases_and_one_that_does_not_hold_fails()
    {
        var suite = Suite(LoadJudgement.Of(Run));

        (suite.Attribute("tests")!.Value, suite.Attribute("failures")!.Value, suite.Attribute("errors")!.Value).ShouldBe(("4", "1", "0"));
        suite.Attribute("timestamp")!.Value.ShouldBe("2023-11-14T22:13:20");
        Fates(suite).ShouldBe([("the run is valid", "system-out"), ("calls succeed", "system-out"), ("p99<20ms", "system-out"),
            ("rate>=1000", "failure")]);
        suite.Descendants("failure").Single().Attribute("message")!.Value.ShouldBe("measured 0.2/s");
    }

    [Fact]
    public void An_invalid_run_is_an_error_and_decides_no_threshold() => Fates(Suite(LoadJudgement.Of(Run with
    {
        Valid = false, Verdicts = [new("generator-busy", true, "a thread used 99 %")],
    }))).ShouldBe([("the run is valid (generator-busy)", "error"), ("calls succeed", "system-out"), ("p99<20ms", "skipped"),
        ("rate>=1000", "skipped")]);

    [Fact]
    public void A_run_that_ended_early_and_replies_that_are_wrong_are_cases() => Fates(Suite(LoadJudgement.Of(Run with
    {
        Partial = true, EndedBy = "--max-errors 1: 2 calls had failed", Plan = Run.Plan with { ChecksReplies = true }, Thresholds = [],
        Outcomes = new Dictionary<string, long> { ["OK"] = 1, ["WRONG_REPLY"] = 1 },
    }))).ShouldBe([("the run comes to its end", "failure"), ("the run is valid", "system-out"), ("calls succeed", "system-out"),
        ("replies are as --check expects", "failure")]);

    [Fact]
    public void A_proven_cause_fails_a_hint_is_undecided_and_what_is_ruled_out_passes()
    {
        var suite = Suite(DoctorJudgement.Of(SyntheticExaminations.Of("pairs")));

        Fates(suite).ShouldContain(("stream-window-bound-download", "failure"));
        Fates(suite).ShouldContain(("gc-pauses", "system-out"));
        suite.Descendants("failure").First().Attribute("message")!.Value.ShouldContain("InitialHttp2StreamWindowSize");
        var interrupted = Fates(Suite(DoctorJudgement.Of(SyntheticExaminations.Of("interrupted")))).ToList();
        interrupted.ShouldContain(("the examination comes to its end", "error"));
        interrupted.ShouldContain(("stream-window-bound-download", "skipped"));
    }

    [Fact]
    public void Text_of_a_server_is_text_in_both_forms()
    {
        var hostile = new Judgement("load", "a|b", "", [new("<x>\u0001\ud800", CaseFate.Failed, "![a](http://b) @all `c`\n## d")], []);

        Suite(hostile).Descendants("testcase").Single().Attribute("name")!.Value.ShouldBe("<x>?\ufffd");
        var summary = StepSummary.Of(hostile);
        summary.ShouldStartWith("### :x: fathom load: a&#124;b\n\n");
        summary.ShouldContain("&#33;&#91;a&#93;(http://b) &#64;all &#96;c&#96; &#35;&#35; d");
    }

    [Fact]
    public void The_summary_has_what_was_judged_and_the_figures()
    {
        var summary = StepSummary.Of(LoadJudgement.Of(Run));

        summary.ShouldContain("| :white_check_mark: | p99&#60;20ms | measured 2 ms |");
        summary.ShouldContain("| :x: | rate&#62;=1000 | measured 0.2/s |");
        summary.ShouldContain("|  | latency | p50 ");
        summary.ShouldNotContain("load.json");
    }

    private static XElement Suite(Judgement judgement) =>
        XDocument.Parse(JUnitText.Of(judgement)).Root!.Elements("testsuite").ShouldHaveSingleItem();

    private static IEnumerable<(string Name, string Fate)> Fates(XElement suite) => suite.Elements("testcase")
        .Select(c => (c.Attribute("name")!.Value, c.Elements().ShouldHaveSingleItem().Name.LocalName));
}

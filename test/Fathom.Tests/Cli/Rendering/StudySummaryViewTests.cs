using Fathom.Cli.Rendering;
using Fathom.Records.Reports.Summary;
using Fathom.Records;
using Fathom.TestKit;
using Fathom.TestKit.Records;
using Spectre.Console.Testing;

namespace Fathom.Tests.Cli.Rendering;

public class StudySummaryViewTests
{
    public static TheoryData<string> Records => [.. CommittedRecords.Names];

    [Theory]
    [MemberData(nameof(Records))]
    public void A_study_on_a_console_of_80_columns(string name)
    {
        var record = CommittedRecords.Read(name);
        var text = Summary(record);
        string[] noise = DisturbanceCount.Of(record).Sentence() is null ? [] : ["noise"];
        Labels(text).ShouldBe(["asked", "answer", "proof", "fix", "page", .. noise]);
        Snapshot.Matches(text, $"summary-{name}");
    }

    [Theory]
    [MemberData(nameof(Records))]
    public void Everything_else_of_a_study_on_a_console_of_80_columns(string name) =>
        Snapshot.Matches(Details(CommittedRecords.Read(name)), $"details-{name}");

    [Theory]
    [InlineData(80)]
    [InlineData(60)]
    [InlineData(200)]
    public void No_line_is_longer_than_the_console_or_80_columns(int width)
    {
        foreach (var record in CommittedRecords.Names.Select(CommittedRecords.Read))
        {
            foreach (var line in (Summary(record, width) + Details(record, width)).Split('\n'))
            {
                // Only the code of a fix is not broken into lines at 80 columns.
                var isCode = line.StartsWith("    ", StringComparison.Ordinal);
                line.Length.ShouldBeLessThanOrEqualTo(isCode ? width : Math.Min(80, width), line);
            }
        }
    }

    [Fact]
    public void A_partial_study_says_so_and_one_with_failures_too()
    {
        Summary(SyntheticRecords.Partial()).ShouldContain("partial interrupted: only what was measured before");
        Summary(SyntheticRecords.Channels()).ShouldContain("failed  1 replicate could not be measured");
    }

    [Fact]
    public void A_study_on_a_disturbed_machine_says_so() => Summary(SyntheticRecords.Disturbed()).ShouldContain("""
        noise   2 of 40 replicates count although something else used the machine or
                slowed it; 1 replicate was repeated for that reason and set aside.
        """);

    [Fact]
    public void Trials_that_this_machine_cannot_run_are_named_with_the_reason() =>
        Summary(SyntheticRecords.Channels() with { LeftOut = ["2 trials are left out. There is no client."] })
            .ShouldContain("not run 2 trials are left out. There is no client.");

    [Fact]
    public void Without_a_finding_there_is_no_proof_and_no_fix()
    {
        var record = SyntheticRecords.Channels();
        var none = Summary(record with { Findings = [] });
        none.ShouldContain("proof   none: no two trials differ enough");
        none.ShouldContain("fix     none without a proof");
        var hint = record with { Findings = [.. record.Findings.Where(f => f.Kind == FindingKind.Hint)] };
        Summary(hint).ShouldContain("proof   none: what was seen is a hint");
        Details(hint).ShouldNotContain("fix");
        Details(hint).ShouldNotContain("Create one channel");
    }

    [Fact]
    public void What_a_record_holds_is_text_and_no_markup()
    {
        var record = SyntheticRecords.Channels();
        var text = Summary(record with { Question = "[red]not markup[/]", Answer = "[bold" });
        text.ShouldContain("[red]not markup[/]");
        text.ShouldContain("[bold");
    }

    private static string Summary(RunRecord record, int width = 80) =>
        Rendered(width, console => StudySummaryView.Write(console, record, "fathom-out/report.html"));

    private static string Details(RunRecord record, int width = 80) =>
        Rendered(width, console => StudyDetailsView.Write(console, record));

    private static string Rendered(int width, Action<TestConsole> write)
    {
        using var console = new TestConsole().Width(width);
        write(console);
        // Lines of a table are padded to its width.
        return string.Join('\n', console.Output.Split('\n').Select(line => line.TrimEnd()));
    }

    private static IEnumerable<string> Labels(string text) =>
        text.Split('\n').Where(l => l.Length > 0 && l[0] != ' ').Select(l => l.Split(' ')[0]);
}

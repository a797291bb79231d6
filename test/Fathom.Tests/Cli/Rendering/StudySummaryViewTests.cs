using Fathom.Cli;
using Fathom.Cli.Rendering;
using Fathom.Lab.Results;
using Fathom.TestKit;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Cli.Rendering;

public class StudySummaryViewTests
{
    [Fact]
    public void A_study_on_the_console() => Snapshot.Matches(Rendered(SyntheticRecords.Channels()), "channels");

    [Fact]
    public void A_partial_study_on_the_console_says_so() =>
        Rendered(SyntheticRecords.Partial()).ShouldContain("Interrupted: the record is partial.");

    [Fact]
    public void What_a_record_holds_is_text_and_no_markup()
    {
        var record = SyntheticRecords.Channels();
        var text = Rendered(record with { Title = "[red]not markup[/]", Answer = "[bold" });
        text.ShouldContain("[red]not markup[/]");
        text.ShouldContain("[bold");
    }

    private static string Rendered(RunRecord record)
    {
        using var output = new StringWriter();
        var console = new FathomConsole
        {
            Out = output,
            Error = TextWriter.Null,
            OutIsTerminal = false,
            ErrorIsTerminal = false,
            Environment = new Dictionary<string, string>(),
            Time = TimeProvider.System,
            Folder = "",
        };
        StudySummaryView.Write(console.Results(), record);
        // Lines of a table are padded to its width.
        return string.Join('\n', output.ToString().Split('\n').Select(line => line.TrimEnd()));
    }
}

using System.Text;

namespace Fathom.Cli.Rendering.Judgements;

/// <summary>A judgement as Markdown, appended to the file that <c>GITHUB_STEP_SUMMARY</c> names: GitHub shows it on the page of the
/// run.</summary>
internal static class StepSummary
{
    private const string Variable = "GITHUB_STEP_SUMMARY";

    /// <summary>Appends it where the variable is set. A file that cannot be written is a note on standard error: what was judged
    /// stands.</summary>
    public static void AppendIfAsked(FathomConsole console, Judgement judgement)
    {
        if (console.Environment.GetValueOrDefault(Variable) is not { Length: > 0 } file)
        {
            return;
        }

        try
        {
            File.AppendAllText(Path.Combine(console.Folder, file), Of(judgement));
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            console.Error.WriteLine($"note: {Variable}: the summary cannot be written: {e.Message}");
        }
    }

    /// <summary>The Markdown.</summary>
    public static string Of(Judgement judgement)
    {
        var mark = judgement.Cases.Any(c => c.Fate is CaseFate.Failed or CaseFate.Error) ? ":x:" : ":white_check_mark:";
        var text = new StringBuilder($"### {mark} fathom {judgement.Command}: {Escape(judgement.Subject)}\n\n");
        if (judgement.Answer.Length > 0)
        {
            text.Append(Escape(judgement.Answer)).Append("\n\n");
        }

        Table(text, ("", "judged", "found"), judgement.Cases.Select(c => (Mark(c.Fate), Escape(c.Name), Escape(c.Text))));
        if (judgement.Lines.Count > 0)
        {
            Table(text, ("", "", ""), judgement.Lines.Select(l => ("", Escape(l.Label), Escape(l.Text))));
        }

        return text.ToString();
    }

    private static void Table(StringBuilder text, (string, string, string) head, IEnumerable<(string, string, string)> rows)
    {
        foreach (var (first, second, third) in (IEnumerable<(string, string, string)>)[head, ("---", "---", "---"), .. rows])
        {
            text.Append($"| {first} | {second} | {third} |\n");
        }

        text.Append('\n');
    }

    private static string Mark(CaseFate fate) => fate switch
    {
        CaseFate.Passed => ":white_check_mark:",
        CaseFate.Failed => ":x:",
        CaseFate.Error => ":warning:",
        _ => ":grey_question:",
    };

    // Texts of a server or a program are text: no markup, links, images or mentions.
    private static string Escape(string text) => string.Concat(text.ReplaceLineEndings(" ").Select(c =>
        c is '\\' or '|' or '<' or '>' or '&' or '`' or '*' or '_' or '[' or ']' or '~' or '#' or '@' or '!' ? $"&#{(int)c};" : $"{c}"));
}

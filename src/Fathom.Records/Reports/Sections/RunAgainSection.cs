using System.Globalization;
using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports.Sections;

/// <summary>The command that repeats the run.</summary>
internal sealed class RunAgainSection() : ReportSection("again", "How to run it again")
{
    public override void Write(HtmlWriter html, ReportStudy study)
    {
        using (html.Tag("pre", ("tabindex", "0"), ("role", "region"), ("aria-label", "The command")))
        {
            html.Element("code", $"fathom {string.Join(' ', study.Record.Command.Select(ShellQuoting.Quote))}");
        }

        html.Element("p", string.Create(CultureInfo.InvariantCulture,
            $"The seed {study.Record.Seed} gives the same plan: the same trials, in the same order. The figures are in "
                + $"{study.Record.Study}.json, schema {study.Record.Schema}."));
    }
}

/// <summary>Quotes arguments for a POSIX shell.</summary>
internal static class ShellQuoting
{
    private const string Plain = "-_./:=,@%+";

    public static string Quote(string argument) =>
        argument.Length > 0 && argument.All(c => char.IsAsciiLetterOrDigit(c) || Plain.Contains(c, StringComparison.Ordinal))
            ? argument
            : $"'{argument.Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

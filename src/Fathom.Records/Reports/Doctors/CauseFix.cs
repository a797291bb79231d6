using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes what to do about a cause: the fix of a finding; of a hint first what would prove it.</summary>
internal static class CauseFix
{
    /// <summary>Writes the fix of the first cause; of several that were not told apart only what tells them apart.</summary>
    public static void Write(HtmlWriter html, DoctorRecord record, DoctorCause cause)
    {
        var possible = Possible(record);
        using (html.Tag("div", ("class", "fix"), ("id", "fix")))
        {
            WouldProve(html, cause, possible.Count < 2 ? "What would prove it" : "What tells them apart");
            if (possible.Count < 2)
            {
                Code(html, cause);
            }
            else
            {
                html.Element("p", "What then helps, of each", ("class", "label"));
                TextList.Write(html, [.. possible.Select(c => $"if it is {c.Id}: {FixText.Headline(c.Fix)}")]);
            }

            using (html.Tag("p", ("class", "meta")))
            {
                html.Text("Explained in ");
                foreach (var (index, explained) in (possible.Count < 2 ? [cause] : possible).Index())
                {
                    html.Text(index == 0 ? "" : ", ");
                    html.Element("code", $"docs/findings/{explained.Id}.md");
                }

                html.Text(".");
            }
        }
    }

    /// <summary>Writes the code of a fix.</summary>
    public static void Code(HtmlWriter html, DoctorCause cause)
    {
        html.Element("p", cause.Kind == FindingKind.Finding ? "The fix" : $"The fix, if it is {cause.Id}", ("class", "label"));
        using (html.Tag("pre", ("tabindex", "0"), ("role", "region"), ("aria-label", $"The fix for {cause.Id}")))
        {
            html.Element("code", cause.Fix);
        }
    }

    /// <summary>Returns the causes that were not told apart.</summary>
    public static IReadOnlyList<DoctorCause> Possible(DoctorRecord record) => [.. record.Causes.Where(c => c.Kind == FindingKind.Hint
        && record.Rivals.Any(r => r.Became == RivalFate.Possible && r.Cause == c.Id))];

    private static void WouldProve(HtmlWriter html, DoctorCause cause, string label)
    {
        if (cause.WouldProve is { } would)
        {
            html.Element("p", label, ("class", "label"));
            html.Element("p", would, ("class", "more"));
        }
    }
}

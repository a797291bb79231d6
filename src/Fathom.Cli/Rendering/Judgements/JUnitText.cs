using System.Globalization;
using System.Text;
using System.Xml;

namespace Fathom.Cli.Rendering.Judgements;

/// <summary>A judgement as a JUnit report, in the form that Jenkins, GitLab, Azure Pipelines and GitHub's reporters read: one suite, a case
/// for each thing that was judged.</summary>
internal static class JUnitText
{
    public static string Of(Judgement judgement)
    {
        var text = new StringBuilder();
        using (var xml = XmlWriter.Create(text, new XmlWriterSettings { Indent = true, OmitXmlDeclaration = true }))
        {
            xml.WriteStartElement("testsuites");
            Suite(xml, judgement);
            xml.WriteEndElement();
        }

        return $"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n{text}\n";
    }

    private static void Suite(XmlWriter xml, Judgement judgement)
    {
        xml.WriteStartElement("testsuite");
        xml.WriteAttributeString("name", Safe($"fathom {judgement.Command} {judgement.Subject}"));
        Number(xml, "tests", judgement.Cases.Count);
        Number(xml, "failures", judgement.Count(CaseFate.Failed));
        Number(xml, "errors", judgement.Count(CaseFate.Error));
        Number(xml, "skipped", judgement.Count(CaseFate.Skipped));
        Number(xml, "time", Math.Round(judgement.Seconds, 3));
        if (judgement.Started is { } started)
        {
            xml.WriteAttributeString("timestamp", started.UtcDateTime.ToString("yyyy-MM-ddTHH:mm:ss", CultureInfo.InvariantCulture));
        }

        foreach (var judged in judgement.Cases)
        {
            Case(xml, $"fathom.{judgement.Command}", judged);
        }

        xml.WriteEndElement();
    }

    private static void Case(XmlWriter xml, string suite, JudgedCase judged)
    {
        xml.WriteStartElement("testcase");
        xml.WriteAttributeString("classname", suite);
        xml.WriteAttributeString("name", Safe(judged.Name));
        Number(xml, "time", 0);
        xml.WriteStartElement(judged.Fate switch
        {
            CaseFate.Failed => "failure",
            CaseFate.Error => "error",
            CaseFate.Skipped => "skipped",
            _ => "system-out",
        });
        if (judged.Fate == CaseFate.Passed)
        {
            xml.WriteString(Safe(judged.Text));
        }
        else
        {
            xml.WriteAttributeString("message", Safe(judged.Text));
        }

        xml.WriteEndElement();
        xml.WriteEndElement();
    }

    private static void Number(XmlWriter xml, string name, double value) =>
        xml.WriteAttributeString(name, value.ToString(CultureInfo.InvariantCulture));

    // What XML 1.0 has no form for: most control characters, and halves of surrogate pairs.
    private static string Safe(string text) => string.Concat(text.EnumerateRunes().Select(r =>
        r.Value is < 0x20 and not ('\n' or '\t' or '\r') or 0xFFFE or 0xFFFF ? "?" : r.ToString()));
}

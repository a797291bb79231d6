using Fathom.Lab.Reports.Html;
using Fathom.Lab.Reports.Pictures;

namespace Fathom.Lab.Reports.Sections;

/// <summary>Bars, what the study declared, latency, and what was sampled over time.</summary>
internal sealed class PicturesSection : IReportSection
{
    public string Id => "pictures";

    public string Heading => "In pictures";

    public bool Applies(ReportStudy study) => study.Record.Trials.Any(
        t => t.Metrics.Count > 0 || t.Latency.Count > 0 || t.Series.Count > 0);

    public void Write(HtmlWriter html, ReportStudy study)
    {
        PartialMark.Write(html, study.Record);
        if (study.Others.Count > 0)
        {
            html.Element(
                "p", "Shown are the trials that the findings name, and further ones in the order of the plan; the others are in the "
                    + "tables.");
        }

        // What the study is about, then how it comes about, then the rest.
        BarPictures.WriteFirst(html, study);
        DeclaredPictures.Write(html, study);
        LatencyPicture.Write(html, study);
        SequencePictures.Write(html, study);
        SeriesPictures.Write(html, study);
        BarPictures.WriteOthers(html, study);
    }
}

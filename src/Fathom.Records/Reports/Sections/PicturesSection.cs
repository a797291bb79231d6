using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;

namespace Fathom.Records.Reports.Sections;

/// <summary>The pictures: bars, waterfalls of requests, declared pictures, latencies and sampled values.</summary>
internal sealed class PicturesSection() : ReportSection("pictures", "In pictures")
{
    public override bool Applies(ReportStudy study) => study.Record.Trials.Any(
        t => t.Metrics.Count > 0 || t.Latency.Count > 0 || t.Series.Count > 0);

    public override void Write(HtmlWriter html, ReportStudy study)
    {
        PartialMark.Write(html, study.Record);
        if (study.Others.Count > 0)
        {
            html.Element(
                "p", "The pictures show the trials of the findings, then further trials in the order of the plan. The others are in the "
                    + "tables.");
        }

        // The main metric first, then what explains it, then the other metrics.
        BarPictures.WriteFirst(html, study);
        WaterfallPicture.Write(html, study);
        DeclaredPictures.Write(html, study);
        LatencyPicture.Write(html, study);
        SequencePictures.Write(html, study);
        SeriesPictures.Write(html, study);
        BarPictures.WriteOthers(html, study);
    }
}

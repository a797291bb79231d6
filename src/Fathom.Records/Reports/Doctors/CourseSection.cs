using Fathom.Records.Doctors;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Svg;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Doctors;

/// <summary>Writes how it went as small multiples: what was seen over time, and how the time of calls at once grows with their
/// number.</summary>
internal static class CourseSection
{
    public static void Write(HtmlWriter html, DoctorRecord record)
    {
        var hasGrowth = record.AtOnce.Count > 1;
        if (!hasGrowth && record.Series.Count == 0)
        {
            return;
        }

        using (html.Tag("section"))
        {
            html.Element("p", "How it went", ("class", "label"));
            using (html.Tag("ul", ("class", "multiples")))
            {
                if (hasGrowth)
                {
                    Multiple(html, "at-once", "Time of calls at once over their number; dashed: if none waited for another, and if they "
                        + "were served one by one", AtOncePicture.Height, AtOncePicture.Description(record.AtOnce),
                        () => AtOncePicture.Draw(html, record.AtOnce));
                }

                foreach (var (index, series) in record.Series.Index())
                {
                    Multiple(html, $"series.{index + 1}", Capital.Of(series.Text), SeriesPicture.Height,
                        SeriesPicture.Description(series), () => SeriesPicture.Draw(html, series));
                }
            }
        }

        html.Line();
    }

    private static void Multiple(HtmlWriter html, string id, string title, double height, string description, Action draw)
    {
        using (html.Tag("li"))
        {
            html.Element("p", title);
            Canvas.Small.Draw(html, id, height, title, description, draw);
        }
    }
}

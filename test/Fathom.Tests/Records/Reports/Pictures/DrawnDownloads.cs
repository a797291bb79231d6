using Fathom.Records.Reports;
using Fathom.Records.Reports.Html;
using Fathom.Records.Reports.Pictures;
using Fathom.Records;
using Fathom.TestKit.Records;

namespace Fathom.Tests.Records.Reports.Pictures;

/// <summary>A record of downloads with two pictures, and the part of a page that shows them.</summary>
internal static class DrawnDownloads
{
    public static RunRecord Downloads { get; } = SyntheticDownloads.Record();

    /// <summary>Times by the rate of the line.</summary>
    public static PictureInfo Line { get; } = Downloads.Pictures[0];

    /// <summary>A dot for each trial.</summary>
    public static PictureInfo Scatter { get; } = Downloads.Pictures[1];

    public static string Page(RunRecord record)
    {
        var html = new HtmlWriter();
        DeclaredPictures.Write(html, new ReportStudy(record, "s"));
        return html.Finish();
    }
}

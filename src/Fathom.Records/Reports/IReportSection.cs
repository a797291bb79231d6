using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports;

/// <summary>A section of a study's part of the report. <see cref="HtmlReport"/> defines the order of sections.</summary>
internal interface IReportSection
{
    /// <summary>The last part of the section's element id.</summary>
    string Id { get; }

    string Heading { get; }

    /// <summary>Returns whether the record has content for this section. Otherwise the section is left out.</summary>
    bool Applies(ReportStudy study);

    /// <summary>Writes the content below the heading.</summary>
    void Write(HtmlWriter html, ReportStudy study);
}

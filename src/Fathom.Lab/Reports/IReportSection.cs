using Fathom.Lab.Reports.Html;

namespace Fathom.Lab.Reports;

/// <summary>A section of a study's part of the report. One small file each; their order is <see cref="HtmlReport"/>'s.</summary>
internal interface IReportSection
{
    /// <summary>The last part of the section's element id.</summary>
    string Id { get; }

    string Heading { get; }

    /// <summary>False where the record has nothing for this section, which is then left out.</summary>
    bool Applies(ReportStudy study);

    /// <summary>Writes what stands below the heading.</summary>
    void Write(HtmlWriter html, ReportStudy study);
}

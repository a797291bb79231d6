using Fathom.Records.Reports.Html;

namespace Fathom.Records.Reports;

/// <summary>A section of a study's part of the report. <see cref="HtmlReport"/> defines the order of sections.</summary>
/// <param name="id">The last part of the section's element id.</param>
/// <param name="heading">Its heading.</param>
internal abstract class ReportSection(string id, string heading)
{
    public string Id { get; } = id;

    public string Heading { get; } = heading;

    /// <summary>Returns whether the record has content for this section. Otherwise the section is left out.</summary>
    public virtual bool Applies(ReportStudy study) => true;

    /// <summary>Writes the content below the heading.</summary>
    public abstract void Write(HtmlWriter html, ReportStudy study);
}

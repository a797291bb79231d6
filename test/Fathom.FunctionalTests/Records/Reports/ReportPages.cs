using Fathom.Records.Reports;
using Fathom.Records;
using Fathom.TestKit.Browsers;
using Fathom.TestKit.Records;

namespace Fathom.FunctionalTests.Records.Reports;

/// <summary>Reports in a browser. Owns their files.</summary>
internal sealed class ReportPages(ChromiumFixture chromium) : IDisposable
{
    private readonly DirectoryInfo _folder = Directory.CreateTempSubdirectory("fathom-report-");

    /// <summary>Records that together have every part of a report.</summary>
    public static RunRecord[] Records() => [SyntheticRecords.Channels(), SyntheticRecords.Partial(), SyntheticDownloads.Record()];

    /// <summary>Writes the report of these records and opens it in a page of that width.</summary>
    public async Task<ChromiumPage> OpenAsync(IReadOnlyList<RunRecord> records, int width, bool dark)
    {
        var path = Path.Combine(_folder.FullName, "report.html");
        await File.WriteAllTextAsync(path, HtmlReport.Write(records));
        return await chromium.OpenAsync(path, width, dark);
    }

    public void Dispose() => _folder.Delete(recursive: true);
}

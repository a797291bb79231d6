using System.Text;

namespace Fathom.Records.Reports;

/// <summary>Writes the report to a file.</summary>
public static class ReportFile
{
    /// <summary>Writes the report of the given records and replaces the file atomically.</summary>
    /// <param name="path">The file. Its folder is created when it does not exist.</param>
    /// <param name="records">At least one record.</param>
    /// <exception cref="ArgumentException">There is no record.</exception>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void Write(string path, IReadOnlyList<RunRecord> records) => AtomicFile.Write(
        path, Encoding.UTF8.GetBytes(HtmlReport.Write(records)), "the report", "Give the path of a writable file with --out.");
}

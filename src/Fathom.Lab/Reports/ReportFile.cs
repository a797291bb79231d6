using System.Text;
using Fathom.Lab.Results;

namespace Fathom.Lab.Reports;

/// <summary>The file that holds the page.</summary>
public static class ReportFile
{
    /// <summary>Writes the page of these records, replacing the file at once or not at all.</summary>
    /// <param name="path">The file; its folder is made when it is not there.</param>
    /// <param name="records">At least one.</param>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void Write(string path, IReadOnlyList<RunRecord> records)
    {
        var page = Encoding.UTF8.GetBytes(HtmlReport.Write(records));
        try
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            AtomicFile.Write(path, page);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"the report cannot be written: {e.Message}", "Name a file that can be, with --out.",
                inner: e);
        }
    }
}

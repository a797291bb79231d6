using System.Text.RegularExpressions;

namespace Fathom.Records;

/// <summary>
/// The records of one run: one file <c>FOLDER/STUDY.json</c> for each study. Has no state except the name of the folder. When two threads
/// write the same study, the file is the complete record of one of them.
/// </summary>
/// <param name="folder">The output folder; created when needed.</param>
public sealed partial class RunRecordStore(string folder)
{
    /// <summary>The output folder.</summary>
    public string Folder { get; } = folder;

    /// <summary>Creates the folder and tests that a file can be written, before a measurement whose results could be lost.</summary>
    /// <exception cref="RunRecordException">The folder cannot be created or written.</exception>
    public void CheckWritable() => Guard(Folder, () =>
    {
        Directory.CreateDirectory(Folder);
        var probe = Path.Combine(Folder, $".writable.{Path.GetRandomFileName()}.tmp");
        AtomicFile.Write(probe, "{}"u8);
        File.Delete(probe);
    });

    /// <summary>Returns the path of a study's record.</summary>
    public string PathOf(string study) => Path.Combine(Folder, $"{NotInAName().Replace(study, "_")}.json");

    /// <summary>
    /// Checks the record and atomically replaces the study's file. An invalid record does not replace the file; it is written to
    /// <c>STUDY.invalid.json</c>.
    /// </summary>
    /// <returns>The path of the written file.</returns>
    /// <exception cref="RunRecordException">The record is invalid, or the folder cannot be written.</exception>
    public string Write(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var path = PathOf(record.Study);
        var json = RunRecordJson.Serialize(record);
        var problems = RunRecordJson.Check(record, json);
        var target = problems.Count == 0 ? path : Path.ChangeExtension(path, ".invalid.json");
        WriteIn(Folder, target, json);
        return problems.Count == 0
            ? path
            : throw new RunRecordException(
            target, $"the record of '{record.Study}' violates {RunRecord.CurrentSchema} and did not replace {path}.",
                "That file contains the measurements. This is a defect of Fathom or of a study: please report it with the lines above.",
                    problems);
    }

    /// <summary>Reads the record of a study.</summary>
    /// <exception cref="RunRecordException">The record does not exist or is invalid.</exception>
    public RunRecord Read(string study) => ReadFile(PathOf(study));

    /// <summary>Reads a record from any file.</summary>
    /// <exception cref="RunRecordException">The file cannot be read or is not a valid record.</exception>
    public static RunRecord ReadFile(string path)
    {
        try
        {
            return RunRecordJson.Deserialize(File.ReadAllBytes(path), path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"cannot be read: {e.Message}",
                "Give the path of a record that 'fathom run' wrote, such as fathom-out/channels.json.", inner: e);
        }
    }

    /// <summary>Replaces a file in an output folder, which is created when needed.</summary>
    /// <exception cref="RunRecordException">The folder cannot be written.</exception>
    internal static void WriteIn(string folder, string path, byte[] content) => Guard(folder, () =>
    {
        Directory.CreateDirectory(folder);
        AtomicFile.Write(path, content);
    });

    private static void Guard(string folder, Action write) => AtomicFile.Guard(
        folder, "the output folder", "Give a writable folder with --out DIR, or free space on the disk.", write);

    // The name of a study is part of a path and must not lead out of the folder. The schema also rejects such names.
    [GeneratedRegex("[^a-z0-9-]")]
    private static partial Regex NotInAName();
}

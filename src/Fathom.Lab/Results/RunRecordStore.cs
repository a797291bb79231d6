using System.Text.RegularExpressions;

namespace Fathom.Lab.Results;

/// <summary>
/// The records of one run: <c>FOLDER/STUDY.json</c>, one per study. Holds no state but the folder's name; writing the same study
/// from two threads leaves the record of one of them, whole.
/// </summary>
/// <param name="folder">The output folder; made when it is needed.</param>
public sealed partial class RunRecordStore(string folder)
{
    /// <summary>The output folder.</summary>
    public string Folder { get; } = folder;

    /// <summary>Makes the folder and proves that a file can be written, before anything is measured that could be lost.</summary>
    /// <exception cref="RunRecordException">It cannot.</exception>
    public void CheckWritable() => Guard(() =>
    {
        Directory.CreateDirectory(Folder);
        var probe = Path.Combine(Folder, $".writable.{Path.GetRandomFileName()}.tmp");
        AtomicFile.Write(probe, "{}"u8);
        File.Delete(probe);
    });

    /// <summary>The file of a study's record.</summary>
    public string PathOf(string study) => Path.Combine(Folder, $"{NotInAName().Replace(study, "_")}.json");

    /// <summary>
    /// Checks the record and replaces the study's file by it, atomically. An invalid record leaves that file as it is and is
    /// itself kept as <c>STUDY.invalid.json</c>.
    /// </summary>
    /// <returns>The file written.</returns>
    /// <exception cref="RunRecordException">The record is invalid, or the folder cannot be written.</exception>
    public string Write(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var path = PathOf(record.Study);
        var json = RunRecordJson.Serialize(record);
        var problems = RunRecordJson.Check(record, json);
        var target = problems.Count == 0 ? path : Path.ChangeExtension(path, ".invalid.json");
        Guard(() =>
        {
            Directory.CreateDirectory(Folder);
            AtomicFile.Write(target, json);
        });
        return problems.Count == 0
            ? path
            : throw new RunRecordException(
            target, $"the record of '{record.Study}' breaks {RunRecord.CurrentSchema} and did not replace {path}.",
                "What was measured is kept in that file. This is a fault of Fathom or of a study: please report it with the lines above.",
                    problems);
    }

    /// <summary>Reads the record of a study.</summary>
    /// <exception cref="RunRecordException">There is none, or it is invalid.</exception>
    public RunRecord Read(string study) => ReadFile(PathOf(study));

    /// <summary>Reads a record from any file.</summary>
    /// <exception cref="RunRecordException">The file cannot be read, or is no valid record.</exception>
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

    private void Guard(Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(Folder, $"the output folder cannot be written: {e.Message}",
                "Give a folder that can be, with --out DIR, or make room on the disk.", inner: e);
        }
    }

    // A study's name is a file's name: nothing in it may lead elsewhere. The schema refuses such names as well.
    [GeneratedRegex("[^a-z0-9-]")]
    private static partial Regex NotInAName();
}

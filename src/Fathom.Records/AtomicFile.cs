namespace Fathom.Records;

/// <summary>Replaces files atomically: a reader finds the old or the new content, even after a crash.</summary>
internal static class AtomicFile
{
    /// <summary>Writes a temporary file beside <paramref name="path"/>, flushes it to the disk, and renames it to
    /// <paramref name="path"/>.</summary>
    /// <exception cref="IOException">The disk is full, or the folder does not exist.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder or the file is not writable.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        // In the same folder, because a rename is atomic only within one file system.
        var temporary = Path.Combine(Path.GetDirectoryName(Path.GetFullPath(path))!,
            $".{Path.GetFileName(path)}.{Path.GetRandomFileName()}.tmp");
        try
        {
            using (var stream = new FileStream(temporary, FileMode.CreateNew, FileAccess.Write, FileShare.None))
            {
                stream.Write(content);
                stream.Flush(flushToDisk: true);
            }

            File.Move(temporary, path, overwrite: true);
        }
        finally
        {
            File.Delete(temporary);
        }
    }

    /// <summary>The same in a folder that is created when it does not exist.</summary>
    /// <param name="path">The file.</param>
    /// <param name="content">What it gets.</param>
    /// <param name="what">What that is, for an error.</param>
    /// <param name="remedy">What to do then.</param>
    /// <exception cref="RunRecordException">The file cannot be written.</exception>
    public static void Write(string path, byte[] content, string what, string remedy = "Give a writable folder with --out DIR.") =>
        Guard(path, what, remedy, () =>
        {
            Directory.CreateDirectory(Path.GetDirectoryName(Path.GetFullPath(path))!);
            Write(path, content);
        });

    /// <summary>Writes, and says of what cannot be written where it was to be and what to do.</summary>
    /// <exception cref="RunRecordException">It cannot be written.</exception>
    public static void Guard(string path, string what, string remedy, Action write)
    {
        try
        {
            write();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new RunRecordException(path, $"{what} cannot be written: {e.Message}", remedy, inner: e);
        }
    }
}

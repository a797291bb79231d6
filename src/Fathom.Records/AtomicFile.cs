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
}

namespace Fathom.Lab.Results;

/// <summary>Replaces files so that a reader, or a crash, meets the old content or the new, never a part of it.</summary>
internal static class AtomicFile
{
    /// <summary>Writes beside <paramref name="path"/>, flushes to the disk, and renames over it.</summary>
    /// <exception cref="IOException">The disk is full, or the folder is gone.</exception>
    /// <exception cref="UnauthorizedAccessException">The folder or the file may not be written.</exception>
    public static void Write(string path, ReadOnlySpan<byte> content)
    {
        // The same folder, because a rename is atomic within one file system only.
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

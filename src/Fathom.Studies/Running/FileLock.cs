namespace Fathom.Studies.Running;

/// <summary>A file that one process at a time holds open; the others wait. The kernel closes it where its process dies.</summary>
internal static class FileLock
{
    private static readonly TimeSpan Poll = TimeSpan.FromMilliseconds(200);

    /// <summary>Takes it.</summary>
    /// <param name="path">Full path, in a folder that exists. The file stays: deleting it would let two processes hold locks on two files
    /// of one name.</param>
    /// <param name="time">Clock of the wait.</param>
    /// <param name="cancellation">Ends the wait.</param>
    /// <returns>What releases it when disposed.</returns>
    /// <exception cref="IOException">The file cannot be made.</exception>
    public static async Task<FileStream> TakeAsync(string path, TimeProvider time, CancellationToken cancellation)
    {
        while (true)
        {
            try
            {
                return new FileStream(path, FileMode.OpenOrCreate, FileAccess.ReadWrite, FileShare.None);
            }
            catch (IOException) when (File.Exists(path))
            {
                await Task.Delay(Poll, time, cancellation);
            }
        }
    }
}

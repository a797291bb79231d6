using System.Security.Cryptography;
using System.Text;

namespace Fathom.Studies.Running.Published;

/// <summary>
/// What was published, in folders named by the content they were made of: a change of the sources makes a new folder. A folder appears at
/// once and complete, by a rename. One process at a time makes an entry; another that needs it waits.
/// </summary>
/// <param name="folder">Full path; created where it is absent.</param>
/// <param name="time">Clock of the wait for another process.</param>
internal sealed class PublishCache(string folder, TimeProvider time)
{
    /// <summary>The folder below the user's cache folder: <c>XDG_CACHE_HOME</c> or <c>~/.cache</c>, on Windows <c>LocalApplicationData</c>,
    /// on macOS <c>~/Library/Caches</c>; null where the user has no home.</summary>
    public static string? OfUser()
    {
        // The XDG Base Directory Specification: a relative path is ignored.
        var xdg = Environment.GetEnvironmentVariable("XDG_CACHE_HOME") is { } given && Path.IsPathFullyQualified(given) ? given : null;
        var home = Environment.GetFolderPath(Environment.SpecialFolder.UserProfile);
        var caches = OperatingSystem.IsWindows() ? Environment.GetFolderPath(Environment.SpecialFolder.LocalApplicationData)
            : xdg is not null ? xdg
            : home.Length == 0 ? ""
            : OperatingSystem.IsMacOS() ? Path.Combine(home, "Library", "Caches") : Path.Combine(home, ".cache");
        return caches.Length == 0 ? null : Path.Combine(caches, "fathom", "subjects");
    }

    /// <summary>A name that changes with the content of files.</summary>
    /// <param name="source">Their folder.</param>
    /// <param name="what">What is made of them: the start of the name.</param>
    /// <exception cref="IOException">A file cannot be read.</exception>
    public static string KeyOf(string source, string what)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var file in Directory.GetFiles(source, "*", SearchOption.AllDirectories).Order(StringComparer.Ordinal))
        {
            var (name, content) = (Encoding.UTF8.GetBytes(Path.GetRelativePath(source, file).Replace('\\', '/')), File.ReadAllBytes(file));
            hash.AppendData(BitConverter.GetBytes(name.Length));
            hash.AppendData(name);
            hash.AppendData(BitConverter.GetBytes(content.Length));
            hash.AppendData(content);
        }

        return $"{what}-{Convert.ToHexStringLower(hash.GetHashAndReset())[..16]}";
    }

    /// <summary>The entry of a key, made where it is absent.</summary>
    /// <param name="key">Its name.</param>
    /// <param name="make">Makes it in an empty folder, which becomes the entry; null where that succeeded, else the reason.</param>
    /// <param name="cancellation">Ends the wait for another process.</param>
    /// <returns>The folder of the entry, or the reason why there is none.</returns>
    /// <exception cref="IOException">The cache cannot be written.</exception>
    /// <exception cref="UnauthorizedAccessException">The cache cannot be written.</exception>
    public async Task<(string? Folder, string? Reason)> GetAsync(
        string key, Func<string, Task<string?>> make, CancellationToken cancellation)
    {
        var entry = Path.Combine(folder, key);
        if (Directory.Exists(entry))
        {
            return (entry, null);
        }

        Directory.CreateDirectory(folder);
        await using var locked = await FileLock.TakeAsync(entry + ".lock", time, cancellation);
        if (Directory.Exists(entry))
        {
            return (entry, null);
        }

        var unfinished = entry + ".new";
        try
        {
            // Of a run that was killed.
            Remove(unfinished);
            Directory.CreateDirectory(unfinished);
            if (await make(unfinished) is { } reason)
            {
                return (null, reason);
            }

            Directory.Move(unfinished, entry);
            return (entry, null);
        }
        finally
        {
            Remove(unfinished);
        }
    }

    private static void Remove(string path)
    {
        if (Directory.Exists(path))
        {
            Directory.Delete(path, recursive: true);
        }
    }
}

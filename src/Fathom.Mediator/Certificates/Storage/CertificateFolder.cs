using System.Text;

namespace Fathom.Mediator.Certificates.Storage;

/// <summary>
/// The files of one node's certificates and keys: mode 0600 in a folder of mode 0700, each replaced whole or not at all. Holds no state but
/// the path; processes that change several files at once take turns by <see cref="Enter"/>. (On Windows, where there are no such modes, the
/// folder's own permissions count.)
/// </summary>
internal sealed class CertificateFolder
{
    private const UnixFileMode OfOthers = (UnixFileMode)0b000_111_111;
    private const UnixFileMode OwnFile = UnixFileMode.UserRead | UnixFileMode.UserWrite;
    private const UnixFileMode OwnFolder = OwnFile | UnixFileMode.UserExecute;
    private const string LockFile = ".lock";
    private const int LockAttempts = 500;
    private const int LockMilliseconds = 20;

    private CertificateFolder(string path) => Path = path;

    /// <summary>Where it is.</summary>
    public string Path { get; }

    /// <summary>Takes a folder, and makes it where it is missing. Throws <see cref="CertificateFolderException"/> where others have rights
    /// to it.</summary>
    public static CertificateFolder At(string path)
    {
        Guard(path, "cannot be made", () =>
        {
            if (OperatingSystem.IsWindows())
            {
                Directory.CreateDirectory(path);
            }
            else if (!Directory.Exists(path))
            {
                Directory.CreateDirectory(path, OwnFolder);
            }

            return true;
        });
        Check(path, "700");
        return new CertificateFolder(path);
    }

    /// <summary>A folder in this one.</summary>
    public CertificateFolder Below(string name) => At(PathOf(name));

    public string PathOf(string name) => System.IO.Path.Combine(Path, name);

    public bool Has(string name) => File.Exists(PathOf(name));

    /// <summary>The names of the files that end so.</summary>
    public IReadOnlyList<string> Names(string ending) => Guard(Path, "cannot be read", () => Directory.GetFiles(Path)
        .Select(file => System.IO.Path.GetFileName(file))
        .Where(name => name.EndsWith(ending, StringComparison.Ordinal) && name[0] != '.')
        .Order(StringComparer.Ordinal)
        .ToArray());

    /// <summary>What a file holds. Throws <see cref="CertificateFolderException"/> where it is missing, or where others have rights to
    /// it.</summary>
    public string Read(string name)
    {
        var path = PathOf(name);
        if (!File.Exists(path))
        {
            throw new CertificateFolderException(
                $"'{path}' is missing: put it back from where it was moved or backed up, or join with a new invitation in an empty folder.");
        }

        Check(path, "600");
        return Guard(path, "cannot be read", () => File.ReadAllText(path));
    }

    /// <summary>Replaces a file: written aside, flushed to the disk, renamed.</summary>
    public void Write(string name, string text)
    {
        var aside = PathOf($".{name}.{System.IO.Path.GetRandomFileName()}.tmp");
        Guard(PathOf(name), "cannot be written", () =>
        {
            Create(aside, text);
            File.Move(aside, PathOf(name), overwrite: true);
            return true;
        });
    }

    /// <summary>Makes a file that is not there yet (O_EXCL): of all who try, in whatever process and however often it is restarted, one is
    /// told true.</summary>
    public bool TryCreate(string name, string text)
    {
        try
        {
            Create(PathOf(name), text);
            return true;
        }
        catch (IOException) when (Has(name))
        {
            return false;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CertificateFolderException($"'{PathOf(name)}' cannot be written: {e.Message}", e);
        }
    }

    public void Delete(string name) => Guard(PathOf(name), "cannot be deleted", () =>
    {
        File.Delete(PathOf(name));
        return true;
    });

    /// <summary>Keeps other processes out until what it returns is disposed; waits up to ten seconds for them.</summary>
    public IDisposable Enter()
    {
        var options = Options(FileMode.OpenOrCreate);
        for (var attempt = 1; ; attempt++)
        {
            try
            {
                return new FileStream(PathOf(LockFile), options);
            }
            catch (IOException) when (attempt < LockAttempts)
            {
                Thread.Sleep(LockMilliseconds);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new CertificateFolderException($"'{PathOf(LockFile)}' is held by another process: {e.Message}", e);
            }
        }
    }

    /// <summary>Removes what a process left that ended in the middle of a write; inside <see cref="Enter"/>.</summary>
    public void Sweep() => Guard(Path, "cannot be cleaned", () =>
    {
        foreach (var left in Directory.GetFiles(Path, ".*.tmp"))
        {
            File.Delete(left);
        }

        return true;
    });

    private static void Create(string path, string text)
    {
        using var file = new FileStream(path, Options(FileMode.CreateNew));
        file.Write(Encoding.UTF8.GetBytes(text));
        file.Flush(flushToDisk: true);
    }

    private static FileStreamOptions Options(FileMode mode)
    {
        var options = new FileStreamOptions { Mode = mode, Access = FileAccess.ReadWrite, Share = FileShare.None };
        if (!OperatingSystem.IsWindows())
        {
            options.UnixCreateMode = OwnFile;
        }

        return options;
    }

    private static void Check(string path, string accepted)
    {
        if (OperatingSystem.IsWindows())
        {
            return;
        }

        UnixFileMode mode;
        try
        {
            mode = File.GetUnixFileMode(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            throw new CertificateFolderException($"'{path}' cannot be looked at: {e.Message}", e);
        }

        if ((mode & OfOthers) != 0)
        {
            throw new CertificateFolderException(
                $"'{path}' has mode {Convert.ToString((int)mode, 8)}: others than its owner have rights to it. Only {accepted} is "
                    + $"accepted: chmod {accepted} '{path}', "
                + "and where a private key may have been read, join or found anew.");
        }
    }

    private static T Guard<T>(string path, string what, Func<T> act)
    {
        try
        {
            return act();
        }
        catch (Exception e) when (e is UnauthorizedAccessException or (IOException and not CertificateFolderException))
        {
            throw new CertificateFolderException($"'{path}' {what}: {e.Message}", e);
        }
    }
}

using System.Text;

namespace Fathom.Mediator.Certificates.Storage;

/// <summary>
/// The files of one node's certificates and keys: mode 0600 in a folder of mode 0700, each replaced atomically. Holds no state beside the
/// path. A process that changes several files holds the lock of <see cref="Enter"/>. Windows has no such modes; there the folder's own
/// permissions apply.
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

    /// <summary>The folder's path.</summary>
    public string Path { get; }

    /// <summary>Opens a folder, and creates it if missing. Throws <see cref="CertificateFolderException"/> if other users have rights to
    /// it.</summary>
    public static CertificateFolder At(string path)
    {
        Guard(path, "cannot be created", () =>
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

    /// <summary>A subfolder.</summary>
    public CertificateFolder Subfolder(string name) => At(PathOf(name));

    public string PathOf(string name) => System.IO.Path.Combine(Path, name);

    public bool Has(string name) => File.Exists(PathOf(name));

    /// <summary>The names of the files with this ending.</summary>
    public IReadOnlyList<string> Names(string ending) => Guard(Path, "cannot be read", () => Directory.GetFiles(Path)
        .Select(file => System.IO.Path.GetFileName(file))
        .Where(name => name.EndsWith(ending, StringComparison.Ordinal) && name[0] != '.')
        .Order(StringComparer.Ordinal)
        .ToArray());

    /// <summary>Reads a file. Throws <see cref="CertificateFolderException"/> if it is missing, or if other users have rights to
    /// it.</summary>
    public string Read(string name)
    {
        var path = PathOf(name);
        if (!File.Exists(path))
        {
            throw new CertificateFolderException(
                $"'{path}' is missing. Restore it from its backup or new place, or join with a new invitation and an empty folder.");
        }

        Check(path, "600");
        return Guard(path, "cannot be read", () => File.ReadAllText(path));
    }

    /// <summary>Replaces a file atomically: writes a temporary file, flushes it to disk, renames it.</summary>
    public void Write(string name, string text)
    {
        var temporary = PathOf($".{name}.{System.IO.Path.GetRandomFileName()}.tmp");
        Guard(PathOf(name), "cannot be written", () =>
        {
            Create(temporary, text);
            File.Move(temporary, PathOf(name), overwrite: true);
            return true;
        });
    }

    /// <summary>Creates a file that must not exist (O_EXCL). Returns true for exactly one caller, across processes and
    /// restarts.</summary>
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

    /// <summary>Takes the folder's lock, as <see cref="EnterAsync"/> does. Blocks: for the start of a node, and for tools.</summary>
    public IDisposable Enter() => EnterAsync(CancellationToken.None).GetAwaiter().GetResult();

    /// <summary>Takes the folder's lock, which excludes other processes until it is disposed. Waits up to ten seconds for it.</summary>
    public async Task<IDisposable> EnterAsync(CancellationToken token)
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
                await Task.Delay(LockMilliseconds, token).ConfigureAwait(false);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                throw new CertificateFolderException($"'{PathOf(LockFile)}' is held by another process: {e.Message}", e);
            }
        }
    }

    /// <summary>Removes temporary files of a process that crashed while writing. Call it inside <see cref="Enter"/>.</summary>
    public void RemoveTemporaryFiles() => Guard(Path, "cannot be cleaned", () =>
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
            throw new CertificateFolderException($"'{path}' cannot be read: {e.Message}", e);
        }

        if ((mode & OfOthers) != 0)
        {
            throw new CertificateFolderException(
                $"'{path}' has mode {Convert.ToString((int)mode, 8)}, which gives rights to other users; only {accepted} is accepted. Run "
                    + $"chmod {accepted} '{path}'. If a private key may have been read, join or found the network again.");
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

using Microsoft.Win32.SafeHandles;

namespace Fathom.LinuxTests;

/// <summary>The namespaces of a link, and which processes remain in them. A device is removed with its network namespace. They are held
/// open until this object is disposed: the kernel numbers namespaces anew once they are gone, and another link would get theirs.</summary>
internal sealed class Spaces : IDisposable
{
    private static readonly string[] Kinds = ["net", "pid", "user", "mnt"];

    private readonly Dictionary<string, SafeFileHandle> _held = [];

    private Spaces()
    {
    }

    /// <summary>Number of namespaces.</summary>
    public int Count => _held.Count;

    /// <summary>Namespaces of both ends of a link.</summary>
    public static Spaces Of(LinkRun link) => Of([link.Near!.Host]);

    /// <summary>Namespaces that processes are in or hold open, other than those of this process.</summary>
    public static Spaces Of(IEnumerable<int> processes)
    {
        var spaces = new Spaces();
        var own = Kinds.Select(k => Link($"/proc/self/ns/{k}")).ToHashSet();
        foreach (var file in processes.SelectMany(FilesOf))
        {
            if (Link(file) is var name && Kinds.Any(k => name.StartsWith($"{k}:[", StringComparison.Ordinal)) && !own.Contains(name)
                && !spaces._held.ContainsKey(name) && Quietly<SafeFileHandle?>(() => File.OpenHandle(file), null) is { } handle)
            {
                spaces._held.Add(name, handle);
            }
        }

        return spaces;
    }

    /// <summary>Processes that are in any of them, by number and name.</summary>
    public IReadOnlyList<string> Inhabitants() => [.. Directory.EnumerateDirectories("/proc")
        .Where(d => char.IsAsciiDigit(Path.GetFileName(d)[0]))
        .Where(d => Entries($"{d}/task").Any(t => Kinds.Any(k => _held.ContainsKey(Link($"{t}/ns/{k}")))))
        .Select(d => $"{Path.GetFileName(d)} {Quietly(() => File.ReadAllText($"{d}/comm").Trim(), "")}")];

    /// <summary>Target of a link of /proc, or empty if its process has ended.</summary>
    public static string Link(string path) => Quietly(() => new FileInfo(path).LinkTarget ?? "", "");

    public void Dispose()
    {
        foreach (var handle in _held.Values)
        {
            handle.Dispose();
        }
    }

    // The host of a link is in neither of its networks, and holds both open.
    private static IEnumerable<string> FilesOf(int process) =>
        Kinds.Select(k => $"/proc/{process}/ns/{k}").Concat(Entries($"/proc/{process}/fd"));

    private static string[] Entries(string folder) => Quietly(() => Directory.GetFileSystemEntries(folder), []);

    // A process may end during the check.
    private static T Quietly<T>(Func<T> read, T otherwise)
    {
        try
        {
            return read();
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return otherwise;
        }
    }
}

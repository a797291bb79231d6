namespace Fathom.LinuxTests;

/// <summary>The namespaces of a link, and which of them remain. A device is removed with its network namespace.</summary>
internal sealed class Spaces(IReadOnlyList<string> names)
{
    private static readonly string[] Kinds = ["net", "pid", "user", "mnt"];

    /// <summary>Namespaces of both ends, as the kernel names them: <c>net:[4026532281]</c>.</summary>
    public static async Task<Spaces> OfAsync(LinkRun link)
    {
        var names = new List<string>();
        foreach (var end in new[] { link.Near!, link.Far! })
        {
            names.AddRange(await ReadAsync(end));
        }

        return new Spaces(names);
    }

    /// <summary>Namespaces of a process by its number.</summary>
    public static Spaces Of(int process) => new([.. Kinds.Select(k => File.ResolveLinkTarget($"/proc/{process}/ns/{k}", false)!.Name)]);

    public int Count => names.Distinct().Count();

    /// <summary>Processes that are in any of them, by number and name.</summary>
    public IReadOnlyList<string> Inhabitants() => [.. Directory.EnumerateDirectories("/proc")
        .Where(d => char.IsAsciiDigit(Path.GetFileName(d)[0]))
        .Where(d => Threads(d).Any(t => Kinds.Any(k => names.Contains(Link($"{t}/ns/{k}")))))
        .Select(d => $"{Path.GetFileName(d)} {Read($"{d}/comm")}")];

    private static async Task<string[]> ReadAsync(LinkEnd end)
    {
        var output = await Machine.RunAsync(end, "sh", "-c", string.Join(';', Kinds.Select(k => $"readlink /proc/self/ns/{k}")));
        return output.Text.Split('\n', StringSplitOptions.RemoveEmptyEntries);
    }

    private static string[] Threads(string process) => Quietly(() => Directory.GetDirectories($"{process}/task"), []);

    /// <summary>Target of a link of /proc, or empty if its process has ended.</summary>
    public static string Link(string path) => Quietly(() => new FileInfo(path).LinkTarget ?? "", "");

    private static string Read(string path) => Quietly(() => File.ReadAllText(path).Trim(), "");

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

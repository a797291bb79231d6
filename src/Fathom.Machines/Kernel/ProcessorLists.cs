using System.Globalization;

namespace Fathom.Machines.Kernel;

/// <summary>Lists of processors as Linux writes them, <c>0-3,6</c>: those of the machine, and those that this process may use.</summary>
public static class ProcessorLists
{
    private const string AllowedKey = "Cpus_allowed_list:";

    /// <summary>The processors of the machine, as written.</summary>
    public static string OnlineText => ReadFile("/sys/devices/system/cpu/online").Trim();

    /// <summary>The processors of the machine.</summary>
    public static IReadOnlyList<int> Online() => Read(OnlineText);

    /// <summary>Those that this process, and what it starts, may use.</summary>
    public static IReadOnlyList<int> Allowed() => AllowedIn("/proc/self/status");

    /// <summary>Those that a process may use; none of one that ended.</summary>
    public static IReadOnlyList<int> AllowedTo(int pid) => AllowedIn($"/proc/{pid}/status");

    /// <summary>The time in which nothing computed on these, all added up since the machine started, ms (/proc/stat, fields idle and
    /// iowait, in ticks of 10 ms); null where it is not to be read.</summary>
    public static double? IdleMsOf(IReadOnlyCollection<int> processors)
    {
        const double MsPerTick = 10;
        const int Idle = 4;
        var names = processors.Select(p => string.Create(CultureInfo.InvariantCulture, $"cpu{p}")).ToHashSet();
        var lines = ReadFile("/proc/stat").Split('\n').Select(l => l.Split(' ')).Where(f => names.Contains(f[0])).ToList();
        return lines.Count == 0 || lines.Count < names.Count ? null
            : MsPerTick * lines.Sum(f => f[Idle..(Idle + 2)].Sum(t => double.Parse(t, CultureInfo.InvariantCulture)));
    }

    /// <summary>The processors of a list.</summary>
    public static IReadOnlyList<int> Read(string list) =>
    [
        .. list.Split(',', StringSplitOptions.RemoveEmptyEntries).Select(range => range.Split('-'))
            .Select(ends => (First: Number(ends[0]), Last: Number(ends[^1])))
            .SelectMany(r => Enumerable.Range(r.First, r.Last - r.First + 1)),
    ];

    private static IReadOnlyList<int> AllowedIn(string status) => Read(ReadFile(status).Split('\n')
        .FirstOrDefault(l => l.StartsWith(AllowedKey, StringComparison.Ordinal))?[AllowedKey.Length..].Trim() ?? "");

    // Elsewhere than on Linux nothing is known of processors.
    private static string ReadFile(string path) => ProcFiles.Read(path) ?? "";

    private static int Number(string text) => int.Parse(text, CultureInfo.InvariantCulture);
}

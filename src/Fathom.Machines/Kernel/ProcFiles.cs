using System.Globalization;

namespace Fathom.Machines.Kernel;

/// <summary>Reads files of /proc. A file that is not there, or may not be read, is null: the process ended, or belongs to another
/// user.</summary>
public static class ProcFiles
{
    /// <summary>The text of a file.</summary>
    public static string? Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }

    /// <summary>The entries of a folder, by name.</summary>
    public static IReadOnlyList<string> List(string folder)
    {
        try
        {
            return [.. Directory.EnumerateFileSystemEntries(folder)];
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return [];
        }
    }

    /// <summary>The fields of <c>/proc/PID/stat</c> from the third on, the state (proc_pid_stat(5)); empty for a process that is not
    /// there. The second, the program's name, may itself contain spaces and parentheses.</summary>
    public static string[] Stat(int pid) => Read($"/proc/{pid}/stat")?.Split(')')[^1].Trim().Split(' ') ?? [];

    /// <summary>The variables with which a process was started (proc_pid_environ(5)), of one that is set twice the first; null of a process
    /// that ended, or belongs to another user.</summary>
    public static IReadOnlyDictionary<string, string>? Environment(int pid) => Read($"/proc/{pid}/environ") is { Length: > 0 } text
        ? text.Split('\0').Select(v => v.Split('=', 2)).Where(v => v.Length == 2).DistinctBy(v => v[0]).ToDictionary(v => v[0], v => v[1])
        : null;

    /// <summary>The value behind a key, as <c>nr_throttled 4</c> or <c>Threads:  4</c> have it.</summary>
    public static string? Value(string? text, string key) => text?.Split('\n')
        .FirstOrDefault(l => l.StartsWith(key, StringComparison.Ordinal) && l.Length > key.Length && l[key.Length] is ':' or ' ' or '\t')?
        [(key.Length + 1)..].Trim();

    /// <summary>A number; null for other text.</summary>
    public static double? Number(string? text) =>
        double.TryParse(text, NumberStyles.Float, CultureInfo.InvariantCulture, out var number) ? number : null;
}

using System.ComponentModel;
using System.Diagnostics;
using System.Globalization;
using Fathom.Doctor.Interventions;
using Fathom.Machines.Kernel;

namespace Fathom.Doctor;

/// <summary>
/// What a doctor makes beside its own process: a control group, and folders of traces. Each is named after the process that made it. If
/// that process is killed, the next doctor finds and removes them. Stateless.
/// </summary>
public static class Leftovers
{
    private const string Prefix = "fathom-doctor-";
    private const int StartTime = 19;

    /// <summary>The beginning of the name of what this process makes: PID namespace, process id and start time, which together no other
    /// process has before the next start of the machine.</summary>
    internal static string Name => string.Create(CultureInfo.InvariantCulture,
        $"{Prefix}{Space()}-{Environment.ProcessId}-{StartOf(Environment.ProcessId) ?? "0"}-");

    /// <summary>Removes what killed doctors left, and ends the programs that they had started in control groups.</summary>
    /// <returns>What could not be removed, and why: sentences.</returns>
    public static async Task<IReadOnlyList<string>> RemoveAsync()
    {
        List<string> faults = [];
        foreach (var group in Groups())
        {
            try
            {
                await using var left = UnlimitedGroup.Left(group);
            }
            catch (Exception e) when (e is RunEnvironmentException or UnauthorizedAccessException)
            {
                faults.Add($"an earlier fathom doctor was killed and left a control group: {e.Message}");
            }
        }

        foreach (var folder in ProcFiles.List(Path.GetTempPath()).Where(IsOwnAndLeft))
        {
            try
            {
                Directory.Delete(folder, recursive: true);
            }
            catch (Exception e) when (e is IOException or UnauthorizedAccessException)
            {
                faults.Add($"an earlier fathom doctor was killed and left traces, which cannot be removed: {e.Message}");
            }
        }

        return faults;
    }

    private static IReadOnlyList<string> Groups()
    {
        try
        {
            return ProcessorGroups.Own() is not [.., var top] ? [] : [.. Directory.EnumerateDirectories(top, $"{Prefix}*",
                new EnumerationOptions { RecurseSubdirectories = true }).Where(IsOwnAndLeft)];
        }
        catch (IOException)
        {
            // Groups come and go meanwhile; the next doctor looks again.
            return [];
        }
    }

    /// <summary>Whether a name is that of something whose maker was a process of this PID namespace, and has ended.</summary>
    internal static bool IsLeft(string name) => name.StartsWith(Prefix, StringComparison.Ordinal)
        && name[Prefix.Length..].Split('-') is [var space, var id, var started, ..] && space == Space()
        && int.TryParse(id, NumberStyles.None, CultureInfo.InvariantCulture, out var process) && StartOf(process) != started;

    // In a folder that is open to all, other users may make what looks like ours.
    private static bool IsOwnAndLeft(string path) => IsLeft(Path.GetFileName(path))
        && (!OperatingSystem.IsLinux() || (FileOwner.Of(path) is { IsFolder: true, User: var owner }
            && owner == FileOwner.Of($"/proc/{Environment.ProcessId}")?.User));

    private static string? StartOf(int process)
    {
        if (OperatingSystem.IsLinux())
        {
            return ProcFiles.Stat(process).ElementAtOrDefault(StartTime);
        }

        try
        {
            using var found = Process.GetProcessById(process);
            return found.StartTime.Ticks.ToString(CultureInfo.InvariantCulture);
        }
        catch (Exception e) when (e is ArgumentException or InvalidOperationException or Win32Exception)
        {
            return null;
        }
    }

    // "pid:[4026531836]"
    private static string Space() => new FileInfo("/proc/self/ns/pid").LinkTarget is { } link
        ? new string([.. link.Where(char.IsAsciiDigit)]) : "0";
}

using Fathom.Machines.Kernel;
using Fathom.Doctor.Probes.Linux;

namespace Fathom.Doctor.Probes;

/// <summary>Finds the diagnostic port of a .NET process: <c>dotnet-diagnostic-PID-TIME-socket</c> in its folder for temporary files.
/// Source: dotnet/diagnostics, documentation/design-docs/ipc-protocol.md.</summary>
internal static class RuntimePort
{
    private const int StartTime = 19;

    /// <summary>Whether a process has a diagnostic port that this user may use. A killed process leaves its port behind, and its id may
    /// come again: the time in the name tells whose port it is.</summary>
    public static bool Exists(int pid) =>
        !OperatingSystem.IsLinux()
            ? Microsoft.Diagnostics.NETCore.Client.DiagnosticsClient.GetPublishedProcesses().Contains(pid)
            : ProcFiles.Stat(pid).ElementAtOrDefault(StartTime) is { } started
                && File.Exists(Path.Combine(FolderOf(pid), $"dotnet-diagnostic-{pid}-{started}-socket"));

    /// <summary>The first .NET process of a tree; null where there is none yet.</summary>
    public static int? FindIn(int pid) => ProcessTree.Of(pid).Where(Exists).Select(p => (int?)p).FirstOrDefault();

    private static string FolderOf(int pid)
    {
        const string Variable = "TMPDIR=";
        return ProcFiles.Read($"/proc/{pid}/environ")?.Split('\0')
            .FirstOrDefault(v => v.StartsWith(Variable, StringComparison.Ordinal))?[Variable.Length..] ?? Path.GetTempPath();
    }
}

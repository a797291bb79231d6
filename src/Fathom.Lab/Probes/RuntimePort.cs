using Fathom.Lab.Probes.Linux;

namespace Fathom.Lab.Probes;

/// <summary>Finds the diagnostic port of a .NET process: <c>dotnet-diagnostic-PID-TIME-socket</c> in its folder for temporary files.
/// Source: dotnet/diagnostics, documentation/design-docs/ipc-protocol.md.</summary>
internal static class RuntimePort
{
    /// <summary>Whether a process has a diagnostic port that this user may use.</summary>
    public static bool Exists(int pid) =>
        OperatingSystem.IsWindows()
            ? Microsoft.Diagnostics.NETCore.Client.DiagnosticsClient.GetPublishedProcesses().Contains(pid)
            : Folders(pid).Any(f => ProcFiles.List(f).Any(
                p => Path.GetFileName(p).StartsWith($"dotnet-diagnostic-{pid}-", StringComparison.Ordinal)));

    /// <summary>The first .NET process of a tree; null where there is none yet.</summary>
    public static int? FindIn(int pid) => ProcessTree.Of(pid).Where(Exists).Select(p => (int?)p).FirstOrDefault();

    private static IEnumerable<string> Folders(int pid)
    {
        const string Variable = "TMPDIR=";
        yield return ProcFiles.Read($"/proc/{pid}/environ")?.Split('\0')
            .FirstOrDefault(v => v.StartsWith(Variable, StringComparison.Ordinal))?[Variable.Length..] ?? Path.GetTempPath();
    }
}

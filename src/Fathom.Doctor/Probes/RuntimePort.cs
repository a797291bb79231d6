using Fathom.Doctor.Probes.Linux;
using Fathom.Machines.Kernel;
using Microsoft.Diagnostics.NETCore.Client;

namespace Fathom.Doctor.Probes;

/// <summary>
/// Finds the diagnostic port of a .NET process where the diagnostics client looks for it: <c>dotnet-diagnostic-PID-TIME-socket</c> in the
/// process's folder for temporary files. That of a container, where the process has another id, or of a service with PrivateTmp is reached
/// through the process's root. Source: dotnet/diagnostics, documentation/design-docs/ipc-protocol.md, and PidIpcEndpoint of the client.
/// </summary>
internal static class RuntimePort
{
    private const int StartTime = 19;
    private const string NoPort = "there is no diagnostic port: it is no .NET process, or DOTNET_EnableDiagnostics=0 closed the port";

    /// <summary>Whether a process has a diagnostic port that belongs to its user. A killed process leaves its port behind, and its id may
    /// come again: the time in the name tells whose port it is.</summary>
    public static bool Exists(int pid) => OperatingSystem.IsLinux()
        ? PathOf(pid) is { } path && FaultOf(path, pid) is null
        : DiagnosticsClient.GetPublishedProcesses().Contains(pid);

    /// <summary>The first .NET process of a tree; null where there is none yet.</summary>
    public static int? FindIn(int pid) => ProcessTree.Of(pid).Where(Exists).Select(p => (int?)p).FirstOrDefault();

    /// <summary>Connects to the port of a process, and to no other one. In a folder that is open to all, any user can make a file of its
    /// name, and the client by itself takes the newest.</summary>
    /// <exception cref="ServerNotAvailableException">There is none, or it is another user's.</exception>
    public static async Task<DiagnosticsClient> ConnectAsync(int pid, CancellationToken cancellation)
    {
        if (!OperatingSystem.IsLinux())
        {
            return new DiagnosticsClient(pid);
        }

        var path = PathOf(pid) ?? throw new ServerNotAvailableException(NoPort);
        if (FaultOf(path, pid) is { } fault)
        {
            throw new ServerNotAvailableException(fault);
        }

        var connector = await DiagnosticsClientConnector.FromDiagnosticPort($"{path},connect", cancellation);
        return connector.Instance;
    }

    private static string? PathOf(int pid)
    {
        if (ProcFiles.Stat(pid).ElementAtOrDefault(StartTime) is not { } started)
        {
            return null;
        }

        var folder = ProcFiles.Environment(pid)?.GetValueOrDefault("TMPDIR") is { Length: > 0 } own ? own : Path.GetTempPath();

        // One id for each PID namespace that the process is in, the innermost last (proc_pid_status(5)).
        var ids = ProcFiles.Value(ProcFiles.Read($"/proc/{pid}/status"), "NSpid")?.Split('\t') ?? [];
        var name = $"dotnet-diagnostic-{(ids.Length > 1 ? ids[^1] : pid)}-{started}-socket";
        var throughRoot = Path.Combine($"/proc/{pid}/root", folder.TrimStart('/'), name);
        string[] places = ids.Length > 1 ? [throughRoot] : [Path.Combine(folder, name), throughRoot];
        return Array.Find(places, place => FileOwner.Of(place) is not null);
    }

    private static string? FaultOf(string path, int pid) => FileOwner.Of(path) switch
    {
        null or { IsSocket: false } => NoPort,
        { User: var owner } when owner != 0 && !UsersOf(pid).Contains($"{owner}") =>
            $"its diagnostic port belongs to another user, {owner}, and is not used",
        _ => null,
    };

    // Real, effective, saved and that of files: a process may have changed its user since it made its port.
    private static string[] UsersOf(int pid) => ProcFiles.Value(ProcFiles.Read($"/proc/{pid}/status"), "Uid")?.Split('\t') ?? [];
}

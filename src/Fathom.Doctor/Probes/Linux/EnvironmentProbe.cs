using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>Variables of a process's environment by which HttpClient chooses a proxy (/proc/PID/environ): their names alone.</summary>
internal sealed class EnvironmentProbe(int pid) : IProcProbe
{
    private const string Name = "environment";

    private static readonly string[] Proxies = ["http_proxy", "https_proxy", "all_proxy", "HTTPS_PROXY", "ALL_PROXY"];

    private string? _proxies;

    public void Read() => _proxies ??= ProcFiles.Environment(pid) is { } environment
        ? string.Join(' ', environment.Where(v => v.Value.Length > 0 && Proxies.Contains(v.Key)).Select(v => v.Key))
        : null;

    public IEnumerable<Observation> Observe(TimeSpan watched) =>
        _proxies is { Length: > 0 } ? [WatchQuantities.ProxyVariables.Seen(_proxies, Name, watched)] : [];
}

using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>Which collector a .NET process has: the server's has threads of its own, named <c>.NET Server GC</c> (dotnet/runtime,
/// gc.cpp).</summary>
internal sealed class CollectorThreadProbe(int pid) : IProcProbe
{
    private const string Name = "collector-threads";
    private const string ServerThread = ".NET Server GC";
    private const string AnyThread = ".NET ";

    // The threads of the collector are the first that a runtime starts.
    private int _looksLeft = 20;
    private bool _isDotnet;
    private bool _isServer;

    public void Read()
    {
        if (_isServer || _looksLeft-- <= 0)
        {
            return;
        }

        foreach (var name in ProcFiles.List($"/proc/{pid}/task").Select(t => ProcFiles.Read($"{t}/comm")).OfType<string>())
        {
            _isDotnet |= name.StartsWith(AnyThread, StringComparison.Ordinal);
            _isServer |= name.StartsWith(ServerThread, StringComparison.Ordinal);
        }
    }

    public IEnumerable<Observation> Observe(TimeSpan watched) =>
        _isDotnet ? [WatchQuantities.IsServerCollector.Seen(_isServer, Name, watched)] : [];
}

using Fathom.Lab.Observations;

namespace Fathom.Lab.Probes.Linux;

/// <summary>Established TCP connections of a process: its sockets (/proc/PID/fd) among those of its network (/proc/PID/net/tcp).</summary>
internal sealed class SocketProbe(int pid) : IProcProbe
{
    private const string Name = "sockets";
    private const string Established = "01";
    private const int State = 3;
    private const int Inode = 9;

    private double? _most;

    public void Read()
    {
        var own = ProcFiles.List($"/proc/{pid}/fd").Select(LinkOf).OfType<string>().ToHashSet();
        if (own.Count == 0)
        {
            return;
        }

        var open = new[] { "tcp", "tcp6" }.SelectMany(f => (ProcFiles.Read($"/proc/{pid}/net/{f}") ?? "").Split('\n').Skip(1))
            .Select(l => l.Split(' ', StringSplitOptions.RemoveEmptyEntries))
            .Count(c => c.Length > Inode && c[State] == Established && own.Contains($"socket:[{c[Inode]}]"));
        _most = Math.Max(_most ?? 0, open);
    }

    public IEnumerable<Observation> Observe(TimeSpan watched) =>
        _most is { } most ? [WatchQuantities.OpenSockets.Seen(most, Name, watched)] : [];

    private static string? LinkOf(string descriptor)
    {
        try
        {
            return new FileInfo(descriptor).LinkTarget;
        }
        catch (Exception e) when (e is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Probes.Linux;

/// <summary>
/// Reads the TCP sockets of a process for the probes that look at them. To list sockets the kernel walks through its table of all
/// connections, which is larger the more memory a machine has, and the more connections: 2 ms on one of 24 GiB without any. The longer it
/// takes, the less often they are read.
/// </summary>
/// <param name="pid">The process.</param>
/// <param name="time">The clock.</param>
/// <param name="probes">Who looks at them.</param>
/// <param name="ask">The sockets of a process; null for what the kernel says.</param>
internal sealed class TcpProbe(
    int pid, TimeProvider time, IReadOnlyList<ISocketProbe> probes, Func<int, IReadOnlyList<TcpConnection>?>? ask = null) : IProcProbe
{
    // A fiftieth of one processor's time.
    private const int Rest = 50;

    private static readonly TimeSpan MaxRest = TimeSpan.FromSeconds(2);

    private long? _read;
    private TimeSpan? _took;
    private TimeSpan _rest;

    public void Read()
    {
        var began = time.GetTimestamp();
        if (_read is { } read && time.GetElapsedTime(read, began) < _rest)
        {
            return;
        }

        if ((ask ?? ProcessSockets.TcpOf)(pid) is { } sockets)
        {
            foreach (var probe in probes)
            {
                probe.Look(sockets);
            }
        }

        _read = time.GetTimestamp();
        var took = time.GetElapsedTime(began, _read.Value);
        _rest = _took is { } before ? RestAfter(took < before ? took : before) : TimeSpan.Zero;
        _took = took;
    }

    public IEnumerable<Observation> Observe(TimeSpan watched) => probes.SelectMany(p => p.Observe(watched));

    // The shorter of the last two: the first one compiles this program's own code, and any may have waited for a processor.
    private static TimeSpan RestAfter(TimeSpan took) => Rest * took < MaxRest ? Rest * took : MaxRest;
}

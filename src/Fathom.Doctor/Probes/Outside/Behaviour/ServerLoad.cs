using System.Net;
using Fathom.Machines.Kernel;
using Fathom.Diagnosis.Observations;
using Fathom.Machines.Watching;

namespace Fathom.Doctor.Probes.Outside.Behaviour;

/// <summary>What the processors of the server's machine do while it is called, where that is this one: how many are busy, and whether the
/// server could use more.</summary>
internal sealed class ServerLoad
{
    // The process that accepts connections is the one that computes where it has this part of the time that processors are busy: behind a
    // proxy it is another.
    private const double LeastShare = 0.5;

    // The kernel counts in ticks of 10 ms: of calls of Python that took 16.7 ms together 0.2 processors seemed busy, and one was.
    private static readonly TimeSpan LeastTime = TimeSpan.FromMilliseconds(50);

    // Not those of this process, which may have fewer.
    private static readonly double ProcessorsOfMachine = ProcessorLists.Online() is [_, ..] all ? all.Count : Environment.ProcessorCount;

    private readonly IMachineWatch _machine = MachineWatches.OfThisSystem();
    private readonly int? _process;
    private Reading _began;

    private ServerLoad(int? process) => _process = process;

    /// <summary>Finds the server's process, which can take a look at all processes; null where the server is on another machine.</summary>
    public static async Task<ServerLoad?> FindAsync(Uri address, CancellationToken cancellation)
    {
        if (!address.IsLoopback)
        {
            return null;
        }

        var addresses = await Dns.GetHostAddressesAsync(address.DnsSafeHost, cancellation);
        return new ServerLoad(addresses.Select(a => Listeners.Of(a, address.Port)).FirstOrDefault(p => p is not null));
    }

    /// <summary>Looks from now on.</summary>
    public void Begin() => _began = Read();

    /// <summary>What was seen since it began.</summary>
    public IReadOnlyList<(Quantity<double> Of, double Value)> Observe()
    {
        var (before, after) = (_began, Read());
        var elapsed = TimeProvider.System.GetElapsedTime(before.At, after.At);
        var may = (_process is { } process ? ProcessProcessors.Of(process) : null) ?? ProcessorsOfMachine;
        List<(Quantity<double> Of, double Value)> seen = [(ServiceQuantities.ServerProcessors, may)];
        if (elapsed >= LeastTime && MachineLoad.BusyProcessors(before.Machine, after.Machine, elapsed) is { } busy)
        {
            seen.Add((ServiceQuantities.BusyProcessors, busy));
            if ((after.ServerSeconds - before.ServerSeconds) / elapsed.TotalSeconds is { } own && own >= LeastShare * busy)
            {
                // A pool of one thread serves one call at a time, whatever it could compute on.
                var counted = Math.Min(may, ProcessProcessors.CountedOn(_process!.Value));
                var all = busy + ((after.Machine!.Own - before.Machine!.Own) / elapsed.TotalSeconds);
                seen.Add((ServiceQuantities.SpareProcessors, Math.Max(0, Math.Min(counted - own, ProcessorsOfMachine - all))));
            }
        }

        return seen;
    }

    private Reading Read() => new(
        TimeProvider.System.GetTimestamp(), _machine.Read(), _process is { } process ? ProcessProcessors.TimeOf(process) : null);

    private readonly record struct Reading(long At, MachineCounters? Machine, double? ServerSeconds);
}

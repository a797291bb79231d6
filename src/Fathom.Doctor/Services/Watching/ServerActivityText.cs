using Fathom.Diagnosis.Causes;
using Fathom.Machines.Kernel;
using Fathom.Records.Words;
using static Fathom.Doctor.Services.Watching.PeerActivityText;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What a server did while calls were served, in words. Places are named by their ports: a record names no host.</summary>
internal static class ServerActivityText
{
    private const int MostPlaces = 2;

    private const double LeastPageFaults = 500;

    // Of a call. Measured: 0 to 9 of six services, 2,618 of one that asks another process for each of 1,300 values, 95,153 of one that
    // reads a byte at a time.
    private const double LeastReads = 200;

    private const double ManyRoundTrips = 10;

    /// <summary>A clause without a subject: it computes, reads and awaits.</summary>
    public static string Clause(ServerActivity seen)
    {
        var counted = seen.Counted;
        var computes = (seen.Calls == 1 ? $"computes {FigureText.Duration(counted.ComputedMs)}"
            : $"computes on {FigureText.Number(counted.ComputedMs / seen.TookMs)} processors") + KernelOf(counted, seen.TookMs)
            + (MostlyAt(seen) is { } most ? $", {most}" : "");
        var waits = seen.Calls == 1 && counted.WaitedMs >= LeastShare * seen.TookMs
            ? $"waits {FigureText.Duration(counted.WaitedMs)} for a processor" : null;
        var disk = counted.Reads is { DiskBytes: > LeastBytes and var bytes } ? $"reads {Amount.Show(bytes, "bytes")} from disk" : null;
        var reads = seen.Calls == 1 ? OfReads(counted) : null;
        var kernel = seen.Waits.Where(w => w.Share >= LeastShare).Select(OfWait).FirstOrDefault();
        var peers = seen.Peers.Select(p => seen.Calls == 1 ? OfOne(p) : OfMany(p, seen.Calls)).OfType<string>().Take(MostPlaces).ToList();
        // Where several are served, others' answers come on a connection on which one is awaited.
        var inside = seen.Calls == 1 && peers.Count == 0 && kernel is null && counted.ComputedMs < Screening.Most * seen.TookMs
            && seen.Peers.Sum(p => p.UnclearShare) < LeastShare ? OfNone(seen.Peers) : null;
        return Joined([computes, waits, disk, reads, kernel, .. peers, .. OfDrops(counted), inside]);
    }

    // Whether an answer is awaited at a UDP socket that stays open is not seen.
    private static string OfNone(IReadOnlyList<PeerActivity> peers) =>
        "awaits no answer on a connection of its own: what is waited for is in the process itself, or on the disk"
            + (peers.FirstOrDefault(p => p.Place.IsDatagram) is { } asked ? $", or is an answer of UDP {PortOf(asked)}" : "");

    private static IEnumerable<string> OfDrops(ServerCounters counted)
    {
        if (counted.DroppedConnections > 0)
        {
            yield return $"sees {FigureText.Count(Math.Ceiling(counted.DroppedConnections), "connection")} dropped on its machine, since "
                + "the queue of who accepts them is full";
        }

        if (counted.DroppedDatagrams > 0)
        {
            yield return $"loses {FigureText.Count(Math.Ceiling(counted.DroppedDatagrams), "datagram")} that came to it, since the receive "
                + "buffer of its socket is full";
        }
    }

    // Only where that is where the time goes: the kernel's clock of it has ticks of 10 ms, and the parts of little are chance.
    private static string KernelOf(ServerCounters counted, double tookMs) =>
        counted.ComputedMs < Screening.Most * tookMs || counted.KernelMs < Screening.Most * counted.ComputedMs ? ""
            : $" ({Percent(counted.KernelMs / counted.ComputedMs)} of it in the kernel" + (counted.PageFaults < LeastPageFaults ? ")"
                : $", which gave it {FigureText.Whole(Math.Round(counted.PageFaults))} pages of memory)");

    /// <summary>Which of several servers behind a proxy computes most of what calls at once do, as a part of it; null where none
    /// does: of two servers one has three quarters of it then, of many more than half.</summary>
    public static string? MostlyAt(ServerActivity seen) =>
        seen is { Calls: > 1, Servers: [_, _, ..] servers } && seen.Counted.ComputedMs >= Screening.Most * seen.TookMs
            && servers.MaxBy(s => s.Share) is var most && most.Share >= (1 + (1.0 / servers.Count)) / 2
            ? $"{Percent(most.Share)} of it in the server of port {most.Port}, one of {FigureText.Whole(servers.Count)} to which the proxy "
                + "passes calls on" : null;

    /// <summary>What one call does many times, as a clause without a subject; null where nothing is.</summary>
    public static string? Often(ServerActivity seen) =>
        seen.Peers.Where(p => p.RoundTrips >= ManyRoundTrips).MaxBy(p => p.RoundTrips) is { } peer
            ? Joined([OfReads(seen.Counted), $"asks {PortOf(peer)} up to {FigureText.Whole(Math.Round(peer.RoundTrips))} times"])
            : OfReads(seen.Counted);

    private static string? OfReads(ServerCounters counted) => counted.Reads is not { Count: >= LeastReads } reads ? null
        : $"reads {FigureText.Whole(Math.Round(reads.Count))} times by read(2), "
            + $"{FigureText.Count(Math.Round(reads.Bytes / reads.Count), "byte")} each on average";

    private static string OfWait(WaitShare wait) => wait.For switch
    {
        KernelWait.Sleep => $"has a thread that sleeps {Percent(wait.Share)} of the time",
        KernelWait.FileLock => $"waits {Percent(wait.Share)} of the time for the lock of a file",
        KernelWait.Disk => $"waits {Percent(wait.Share)} of the time until what it wrote is on the disk (fsync)",
        KernelWait.Child => $"waits {Percent(wait.Share)} of the time for a process that it started",
        KernelWait.Events => $"waits {Percent(wait.Share)} of the time until a timer of its own is over (epoll)",
        KernelWait.Pipe => $"waits {Percent(wait.Share)} of the time for room in a pipe, such as its standard output, whose reader is too "
            + "slow",
        _ => throw new ArgumentOutOfRangeException(nameof(wait)),
    };

    /// <summary>Clauses as one, at least one of them; null is none.</summary>
    public static string Joined(IEnumerable<string?> parts) =>
        parts.OfType<string>().ToList() is var all && all.Count > 1 ? $"{string.Join(", ", all[..^1])}, and {all[^1]}" : all[0];
}

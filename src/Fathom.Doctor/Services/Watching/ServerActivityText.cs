using Fathom.Diagnosis.Causes;
using Fathom.Machines.Kernel;
using Fathom.Records.Words;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What a server did while calls were served, in words. Places are named by their ports: a record names no host.</summary>
internal static class ServerActivityText
{
    // Less is not worth to be said.
    private const double LeastShare = 0.15;
    private const double LeastBytes = 64 * 1024;
    private const int MostPlaces = 2;

    private const double LeastPageFaults = 500;

    // Of a call. Measured: 0 to 9 of six services, 2,618 of one that asks another process for each of 1,300 values, 95,153 of one that
    // reads a byte at a time.
    private const double LeastReads = 200;

    // Of one there is nothing to say; as many are what the verdict says of a call.
    private const double LeastRoundTrips = 1.5;
    private const double ManyRoundTrips = 10;

    /// <summary>Connections that are opened again are said where at least half of the calls open one.</summary>
    public const double LeastOpened = 0.5;

    private const int NameService = 53;

    /// <summary>A clause without a subject: it computes, reads and awaits.</summary>
    public static string Clause(ServerActivity seen)
    {
        var counted = seen.Counted;
        var computes = (seen.Calls == 1 ? $"computes {FigureText.Duration(counted.ComputedMs)}"
            : $"computes on {FigureText.Number(counted.ComputedMs / seen.TookMs)} processors") + KernelOf(counted, seen.TookMs);
        var waits = seen.Calls == 1 && counted.WaitedMs >= LeastShare * seen.TookMs
            ? $"waits {FigureText.Duration(counted.WaitedMs)} for a processor" : null;
        var disk = counted.Reads is { DiskBytes: > LeastBytes and var bytes } ? $"reads {Amount.Show(bytes, "bytes")} from disk" : null;
        var reads = seen.Calls == 1 ? OfReads(counted) : null;
        var kernel = seen.Waits.Where(w => w.Share >= LeastShare).Select(OfWait).FirstOrDefault();
        var peers = seen.Peers.Select(p => seen.Calls == 1 ? OfOne(p) : OfMany(p, seen.Calls)).OfType<string>().Take(MostPlaces).ToList();
        // Where several are served, others' answers come on a connection on which one is awaited.
        var inside = seen.Calls == 1 && peers.Count == 0 && kernel is null && counted.ComputedMs < Screening.Most * seen.TookMs
            && seen.Peers.Sum(p => p.UnclearShare) < LeastShare
            ? "awaits no answer on a connection of its own: what is waited for is in the process itself, or on the disk"
            : null;
        var dropped = counted.Overflows > 0
            ? $"sees {FigureText.Count(Math.Ceiling(counted.Overflows), "connection")} dropped on its machine, since the queue of who "
                + "accepts them is full" : null;
        return Joined([computes, waits, disk, reads, kernel, .. peers, dropped, inside]);
    }

    // Only where that is where the time goes: the kernel's clock of it has ticks of 10 ms, and the parts of little are chance.
    private static string KernelOf(ServerCounters counted, double tookMs) =>
        counted.ComputedMs < Screening.Most * tookMs || counted.KernelMs < Screening.Most * counted.ComputedMs ? ""
            : $" ({Percent(counted.KernelMs / counted.ComputedMs)} of it in the kernel" + (counted.PageFaults < LeastPageFaults ? ")"
                : $", which gave it {FigureText.Whole(Math.Round(counted.PageFaults))} pages of memory)");

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
        KernelWait.Pipe => $"waits {Percent(wait.Share)} of the time for room in a pipe, such as its standard output, whose reader is too "
            + "slow",
        _ => throw new ArgumentOutOfRangeException(nameof(wait)),
    };

    private static string? OfOne(PeerActivity peer)
    {
        var bytes = peer.ReceivedBytes >= LeastBytes ? Amount.Show(peer.ReceivedBytes, "bytes") : null;
        return Connects(peer) is { } connects ? connects
            : bytes is not null && peer.ReceivingShare >= Math.Max(LeastShare, peer.AwaitedShare)
                ? $"receives {bytes} from {PortOf(peer)} over {Percent(peer.ReceivingShare)} of the time"
            : peer.AwaitedShare < LeastShare ? UnclearOf(peer)
            : peer.Place.IsDatagram
                ? $"awaits an answer of {(peer.Place.Port == NameService ? "the name service" : $"UDP {PortOf(peer)}")} "
                    + $"{Percent(peer.AwaitedShare)} of the time"
            : $"awaits an answer of {PortOf(peer)} {Percent(peer.AwaitedShare)} of the time"
                + (bytes is null ? "" : $", from where {bytes} come") + TripsOf(peer) + OpenedOf(peer, 1);
    }

    // A first part of an answer came at once, or a whole one; the next thing seen is that more came, and more was asked.
    private static string? UnclearOf(PeerActivity peer) => peer.AwaitedShare + peer.UnclearShare is var share && share < LeastShare ? null
        : $"awaits answers of {PortOf(peer)}, or does something between two of them, {Percent(share)} of the time{TripsOf(peer)}";

    // Each takes a packet with data there at least, and one back.
    private static string TripsOf(PeerActivity peer) => peer.RoundTrips < LeastRoundTrips ? ""
        : $", in up to {FigureText.Whole(Math.Round(peer.RoundTrips))} round trips";

    private static string? OfMany(PeerActivity peer, int calls) => Connects(peer) is { } connects ? connects
        : Math.Max(peer.AwaitedShare, peer.ReceivingShare) < LeastShare || peer.Connections == 0 ? null
        : $"asks {PortOf(peer)} on {FigureText.Count(Math.Round(peer.Connections), "connection")}, from where answers come over "
            + $"{Percent(peer.ReceivingShare)} of the time{OpenedOf(peer, calls)}";

    private static string OpenedOf(PeerActivity peer, int calls) => peer.Opened < LeastOpened * calls ? ""
        : $", and opens {FigureText.Count(Math.Round(peer.Opened / calls, 1), "connection")} to it for each call";

    private static string? Connects(PeerActivity peer) => peer.ConnectingShare >= Math.Max(LeastShare, peer.AwaitedShare)
        ? $"waits {Percent(peer.ConnectingShare)} of the time for a connection to {PortOf(peer)} to be established" : null;

    private static string PortOf(PeerActivity peer) =>
        $"port {peer.Place.Port} of {(peer.Place.IsHere ? "its own machine" : "another machine")}";

    /// <summary>Clauses as one, at least one of them; null is none.</summary>
    public static string Joined(IEnumerable<string?> parts) =>
        parts.OfType<string>().ToList() is var all && all.Count > 1 ? $"{string.Join(", ", all[..^1])}, and {all[^1]}" : all[0];

    private static string Percent(double share) => $"{FigureText.Number(100 * share)} %";
}

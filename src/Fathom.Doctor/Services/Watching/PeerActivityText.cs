using Fathom.Records.Words;
using static Fathom.Records.Words.ShareText;

namespace Fathom.Doctor.Services.Watching;

/// <summary>What was seen of something behind a server while calls were served, as clauses without a subject: the server is it.</summary>
internal static class PeerActivityText
{
    /// <summary>A smaller share of the time is not worth to be said.</summary>
    public const double LeastShare = 0.15;

    /// <summary>Fewer bytes are not.</summary>
    public const double LeastBytes = 64 * 1024;

    // Of one there is nothing to say.
    private const double LeastRoundTrips = 1.5;

    /// <summary>Connections that are opened again are said where at least half of the calls open one.</summary>
    public const double LeastOpened = 0.5;

    private const int NameService = 53;

    /// <summary>What was seen of it while one call was served; null where that is not worth to be said.</summary>
    public static string? OfOne(PeerActivity peer)
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

    /// <summary>The same of calls at once.</summary>
    public static string? OfMany(PeerActivity peer, int calls) => Connects(peer) is { } connects ? connects
        : Math.Max(peer.AwaitedShare, peer.ReceivingShare) < LeastShare || peer.Connections == 0 ? null
        : $"asks {PortOf(peer)} on {FigureText.Count(Math.Round(peer.Connections), "connection")}, from where answers come over "
            + $"{Percent(peer.ReceivingShare)} of the time{OpenedOf(peer, calls)}";

    private static string OpenedOf(PeerActivity peer, int calls) => peer.Opened < LeastOpened * calls ? ""
        : $", and opens {FigureText.Count(Math.Round(peer.Opened / calls, 1), "connection")} to it for each call";

    private static string? Connects(PeerActivity peer) => peer.ConnectingShare >= Math.Max(LeastShare, peer.AwaitedShare)
        ? $"waits {Percent(peer.ConnectingShare)} of the time for a connection to {PortOf(peer)} to be established" : null;

    /// <summary>Where it is.</summary>
    public static string PortOf(PeerActivity peer) =>
        $"port {peer.Place.Port} of {(peer.Place.IsHere ? "its own machine" : "another machine")}";
}

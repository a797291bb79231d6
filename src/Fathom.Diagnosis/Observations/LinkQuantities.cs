namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of the path between client and server, and of the packets on it.</summary>
public static class LinkQuantities
{
    /// <summary>Time there and back, s.</summary>
    public static Quantity<double> RoundTrip { get; } = new("round-trip", "s", "time there and back");

    /// <summary>Delay of every packet each way that a link adds, ms; not set where there is no link.</summary>
    public static Quantity<double> AddedDelay { get; } = new("added-delay", "ms", "delay that a link adds each way");

    /// <summary>Packets that a link carried, in the direction that has fewer.</summary>
    public static Quantity<double> Carried { get; } = new("carried", "count", "packets that a link carried");

    /// <summary>Share of packets lost each way, from 0 to 1.</summary>
    public static Quantity<double> LossShare { get; } = new("loss-share", "", "share of packets lost each way");

    /// <summary>Rate of the link each way, Mbit/s; not set where there is none.</summary>
    public static Quantity<double> Rate { get; } = new("link-rate", "Mbit/s", "rate of the link");

    /// <summary>Largest packet, bytes.</summary>
    public static Quantity<double> Mtu { get; } = new("mtu", "bytes", "largest packet");

    /// <summary>Name of the TCP congestion control at both ends.</summary>
    public static Quantity<string> CongestionControl { get; } = new("congestion-control", "", "TCP congestion control");

    /// <summary>New bytes sent in a round trip: the median of those in which any were, bytes.</summary>
    public static Quantity<double> BytesPerRoundTrip { get; } = new("bytes-per-round-trip", "bytes", "new bytes sent in a round trip");

    /// <summary>Round trips in which new bytes were sent.</summary>
    public static Quantity<double> BusyRoundTrips { get; } = new("busy-round-trips", "count", "round trips with new bytes");

    /// <summary>Round trips at the start that each carry at least half as much again as the one before.</summary>
    public static Quantity<double> GrowingRoundTrips { get; } = new("growing-round-trips", "count", "growing round trips at the start");

    /// <summary>Packets with data.</summary>
    public static Quantity<double> Packets { get; } = new("packets", "count", "packets with data");

    /// <summary>Packets with data that had been sent before.</summary>
    public static Quantity<double> PacketsSentAgain { get; } = new("packets-sent-again", "count", "packets with data sent again");

    /// <summary>Data of the largest packet, bytes: the maximum segment size in use.</summary>
    public static Quantity<double> LargestPacketData { get; } = new("largest-packet-data", "bytes", "data of the largest packet");
}

namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of the TCP connections of a watched process, as the kernel counts them.</summary>
public static class TcpQuantities
{
    /// <summary>Bytes that came while the process was watched.</summary>
    public static Quantity<double> BytesReceived { get; } = new("tcp-bytes-received", "bytes", "bytes that came by TCP");

    /// <summary>Bytes a second while they come, MB/s: half of the bytes came faster, half slower.</summary>
    public static Quantity<double> ReceiveRate { get; } = new("receive-rate", "MB/s", "bytes a second while they come");

    /// <summary>Share of the time that the bytes take at that rate, from 0 to 1.</summary>
    public static Quantity<double> ReceiveShare { get; } = new("receive-share", "", "share of the time in which bytes come");

    /// <summary>Share of the bytes that came within a quarter of that rate, from 0 to 1.</summary>
    public static Quantity<double> SteadyShare { get; } = new("steady-share", "", "share of the bytes that came at a steady rate");

    /// <summary>The smallest round trip of the connection that received most, ms.</summary>
    public static Quantity<double> RoundTrip { get; } = new("tcp-path-round-trip", "ms", "TCP's round trip to what the process calls");

    /// <summary>Share of the packets with data that came out of order, as they do after a loss, from 0 to 1.</summary>
    public static Quantity<double> OutOfOrderShare { get; } =
        new("tcp-out-of-order-share", "", "share of packets that came out of order");

    /// <summary>Share of the packets with data that were sent again, from 0 to 1.</summary>
    public static Quantity<double> SentAgainShare { get; } = new("tcp-sent-again-share", "", "share of packets that were sent again");
}

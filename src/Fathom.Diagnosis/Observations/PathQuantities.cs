namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of large requests and replies as probes from outside see them on their way: what the path and the windows make of
/// them.</summary>
public static class PathQuantities
{
    /// <summary>Window of the client's connections, bytes.</summary>
    public static Quantity<double> ConnectionWindow { get; } = new("connection-window", "bytes", "window of the client's connections");

    /// <summary>Time from the first to the last byte of a reply, median, ms.</summary>
    public static Quantity<double> TransferTime { get; } = new("transfer-time", "ms", "time from the first to the last byte of a reply");

    /// <summary>Time for which the request of a call, or a reply of one message, is on its way, one call at a time, ms. Replies of several
    /// are left out: the method may wait between these.</summary>
    public static Quantity<double> MovedTime { get; } = new("moved-time", "ms", "time for which the messages of a call are on their way");

    /// <summary>Share of the time of calls at once in which the receiver's TCP window was too full for their requests, 0 to 1 (Linux,
    /// tcpi_rwnd_limited).</summary>
    public static Quantity<double> HeldShare { get; } =
        new("held-share", "", "share of the time of calls at once in which the receiver's TCP window was full");

    /// <summary>Messages of a reply.</summary>
    public static Quantity<double> ReplyMessages { get; } = new("reply-messages", "count", "messages of a reply");

    /// <summary>The largest DATA frame of a reply, bytes.</summary>
    public static Quantity<double> LargestFrame { get; } = new("largest-frame", "bytes", "largest DATA frame of a reply");

    /// <summary>Share of the round trips of a reply that brought as many bytes as the median one, within 1 %, from 0 to 1.</summary>
    public static Quantity<double> EvenRoundTrips { get; } = new("even-round-trips", "", "share of round trips that brought the same");

    /// <summary>Time of a call with a stream window of 16 MiB, ms.</summary>
    public static Quantity<double> LargeWindowCallTime { get; } =
        new("large-window-call-time", "ms", "time of a call with a window of 16 MiB");

    /// <summary>Large calls at once.</summary>
    public static Quantity<double> BulkCalls { get; } = new("bulk-calls", "count", "large calls at once");

    /// <summary>Time until large calls at once on one connection have ended, ms.</summary>
    public static Quantity<double> BulkTime { get; } = new("bulk-time", "ms", "time until large calls at once have ended");

    /// <summary>The same over as many connections, ms.</summary>
    public static Quantity<double> SpreadBulkTime { get; } =
        new("spread-bulk-time", "ms", "time until large calls at once have ended, on a connection each");

    /// <summary>The same on one connection with a window of 64 MiB, ms.</summary>
    public static Quantity<double> LiftedBulkTime { get; } =
        new("lifted-bulk-time", "ms", "time until large calls at once have ended, with a connection window of 64 MiB");

    /// <summary>Bytes a second while large calls come on a connection each, MB/s.</summary>
    public static Quantity<double> BulkRate { get; } = new("bulk-rate", "MB/s", "bytes a second of large calls on a connection each");

    /// <summary>Bytes a second between the first and the last byte of one reply, MB/s.</summary>
    /// <remarks>Not of a reply that comes all at once.</remarks>
    public static Quantity<double> TransferRate { get; } = new("transfer-rate", "MB/s", "bytes a second within one reply");

    /// <summary>The longest time to connect TCP during large calls, ms.</summary>
    public static Quantity<double> BulkTcp { get; } = new("bulk-tcp", "ms", "longest time to connect TCP beside large calls");

    /// <summary>The longest no-op call on another connection during large calls, ms.</summary>
    public static Quantity<double> BulkNoOp { get; } = new("bulk-no-op", "ms", "longest no-op call beside large calls");

    /// <summary>Share of packets that came out of order while large replies came, from 0 to 1.</summary>
    public static Quantity<double> OutOfOrderShare { get; } = new("out-of-order-share", "", "share of packets that came out of order");

    /// <summary>The longest pause within a large reply, ms.</summary>
    public static Quantity<double> LongestPause { get; } = new("longest-reply-pause", "ms", "longest pause within a reply");

    /// <summary>Length of the pause before a call, s.</summary>
    public static Quantity<double> Pause { get; } = new("pause", "s", "pause before a call");

    /// <summary>Time of a call after that pause, ms.</summary>
    public static Quantity<double> AfterPauseTime { get; } = new("after-pause-time", "ms", "time of a call after a pause");

    /// <summary>Round trips at the start of a reply after a pause that each bring at least half as much again as the one before.</summary>
    public static Quantity<double> AfterPauseGrowing { get; } =
        new("after-pause-growing", "count", "growing round trips at the start of a reply after a pause");

    /// <summary>Time of the first large call on a connection, which carried a no-op call before, ms.</summary>
    public static Quantity<double> FreshCallTime { get; } = new("fresh-call-time", "ms", "time of the first large call on a connection");

    /// <summary>Bytes of a request's messages.</summary>
    public static Quantity<double> RequestBytes { get; } = new("request-bytes", "bytes", "bytes of a request");

    /// <summary>Bytes of a request that went out in a round trip, median.</summary>
    public static Quantity<double> RequestBytesPerRoundTrip { get; } =
        new("request-bytes-per-round-trip", "bytes", "bytes of a request in a round trip");

    /// <summary>Share of a call's time in which it had more to send and no credit of the server, from 0 to 1.</summary>
    public static Quantity<double> CreditShare { get; } = new("credit-share", "", "share of a call's time without credit to send");

    /// <summary>How long a request waits for the next credit, median, ms.</summary>
    public static Quantity<double> CreditWait { get; } = new("credit-wait", "ms", "wait for the next credit");

    /// <summary>Window of the server's connections, bytes.</summary>
    public static Quantity<double> ServerConnectionWindow { get; } =
        new("server-connection-window", "bytes", "window of the server's connections");

    /// <summary>Size of the metadata that the caller gives with each call, names and values, bytes.</summary>
    public static Quantity<double> MetadataBytes { get; } = new("metadata-bytes", "bytes", "metadata of a call");

    /// <summary>Size of a call's header fields as sent, bytes.</summary>
    public static Quantity<double> HeaderBytes { get; } = new("header-bytes", "bytes", "header fields of a call as sent");

    /// <summary>Time of a no-op call without the caller's metadata, ms.</summary>
    public static Quantity<double> BareNoOpTime { get; } = new("bare-no-op-time", "ms", "time of a no-op call without metadata");

    /// <summary>Connections that large calls at once are spread over.</summary>
    public static Quantity<double> BulkConnections { get; } =
        new("bulk-connections", "count", "connections of large calls at once");

    /// <summary>Connections that large calls at once are spread over, where it is predicted that they make no difference.</summary>
    public static Quantity<double> FurtherConnections { get; } =
        new("further-connections", "count", "further connections of large calls at once");

    /// <summary>Connections, or streams, that large requests are spread over.</summary>
    public static Quantity<double> RequestLanes { get; } = new("request-lanes", "count", "large requests at once");

    /// <summary>Window of large replies while something else is timed, bytes.</summary>
    public static Quantity<double> BesideWindow { get; } = new("beside-window", "bytes", "window of the large replies meanwhile");

    /// <summary>Stream window far beyond what a round trip brings, bytes.</summary>
    public static Quantity<double> SpareWindow { get; } = new("spare-window", "bytes", "window beyond what a round trip brings");

    /// <summary>Whether calls go without the caller's metadata.</summary>
    public static Quantity<bool> IsBare { get; } = new("is-bare", "", "calls go without metadata");
}

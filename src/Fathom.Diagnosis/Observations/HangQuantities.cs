namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of a call that does not end, as probes from outside see it.</summary>
public static class HangQuantities
{
    /// <summary>Whether a call did not end, and was given up.</summary>
    public static Quantity<bool> Hangs { get; } = new("hangs", "", "whether a call did not end");

    /// <summary>Whether it was the TLS handshake before the first call that did not end.</summary>
    public static Quantity<bool> InHandshake { get; } = new("hung-in-handshake", "", "whether it was a TLS handshake that did not end");

    /// <summary>How long it was waited for, ms.</summary>
    public static Quantity<double> WaitedFor { get; } = new("waited-for", "ms", "time after which the call was given up");

    /// <summary>Whether PING on its connection was answered meanwhile.</summary>
    public static Quantity<bool> PingAnswered { get; } = new("hung-ping-answered", "", "whether PING was answered beside it");

    /// <summary>PING to its acknowledgement on its connection, ms; not set where it was not answered.</summary>
    public static Quantity<double> PingTime { get; } = new("hung-ping", "ms", "PING to its acknowledgement beside it");

    /// <summary>Bytes of its request that went out.</summary>
    public static Quantity<double> RequestSent { get; } = new("hung-request-sent", "bytes", "bytes of its request that went out");

    /// <summary>Bytes of its request for which the server gave no room.</summary>
    public static Quantity<double> RequestLeft { get; } =
        new("hung-request-left", "bytes", "bytes of its request without credit of the server");

    /// <summary>Time of the same over a new connection, its set-up included, ms; where it did not end, the time after which it was given
    /// up.</summary>
    public static Quantity<double> FreshTime { get; } =
        new("hung-fresh-time", "ms", "time of the same over a new connection, or until it was given up");

    /// <summary>Whether the same ended over a new connection.</summary>
    public static Quantity<bool> FreshEnds { get; } = new("hung-fresh-ends", "", "whether the same ended over a new connection");

    /// <summary>Time of the same over a new connection with small segments, ms.</summary>
    public static Quantity<double> SmallSegmentTime { get; } =
        new("hung-small-segment-time", "ms", "time of the same over a new connection with small segments");

    /// <summary>Whether the same ended over a new connection with small segments.</summary>
    public static Quantity<bool> SmallSegmentsEnd { get; } =
        new("hung-small-segments-end", "", "whether the same ended over a new connection with small segments");

    /// <summary>The largest TCP segment of a connection, bytes.</summary>
    public static Quantity<double> SegmentBytes { get; } = new("segment-bytes", "bytes", "largest TCP segment of a connection");

    /// <summary>Calls whose unread requests took all credit of a connection.</summary>
    public static Quantity<double> HoldingCalls { get; } =
        new("holding-calls", "count", "calls whose unread requests hold the credit of a connection");

    /// <summary>Bytes of requests that a connection took from those calls before its credit was used up.</summary>
    public static Quantity<double> HeldBytes { get; } = new("held-bytes", "bytes", "bytes of requests that are not read");

    /// <summary>Time until the request of a further call begins to go out, ms; where it did not, the time after which it was given
    /// up.</summary>
    public static Quantity<double> RequestStart { get; } =
        new("request-start", "ms", "time until the request of a further call begins to go out, or until it was given up");

    /// <summary>Whether it began at all on the connection whose credit those calls hold.</summary>
    public static Quantity<bool> RequestStarts { get; } =
        new("request-starts", "", "whether the request of a further call began to go out beside them");

    /// <summary>The same on a connection of its own, ms.</summary>
    public static Quantity<double> OwnRequestStart { get; } =
        new("own-request-start", "ms", "time until a request begins to go out on a connection of its own");

    /// <summary>Whether it began on a connection of its own.</summary>
    public static Quantity<bool> OwnRequestStarts { get; } =
        new("own-request-starts", "", "whether a request began to go out on a connection of its own");

    /// <summary>Whether a call has a connection of its own.</summary>
    public static Quantity<bool> OwnConnection { get; } = new("own-connection", "", "whether a call has a connection of its own");
}

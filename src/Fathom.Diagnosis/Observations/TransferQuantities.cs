namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of one large transfer: how the body is written, over which protocol, into which windows.</summary>
public static class TransferQuantities
{
    /// <summary>The call by which the sender hands over the body.</summary>
    public static Quantity<string> BodyWrite { get; } = new("body-write", "", "the call that hands over the body");

    /// <summary>Size of the response writer's segments, bytes.</summary>
    public static Quantity<double> WriterSegment { get; } = new("writer-segment", "bytes", "size of the response writer's segments");

    /// <summary>Whether HTTP/2 carries the transfer.</summary>
    public static Quantity<bool> IsHttp2 { get; } = new("is-http2", "", "HTTP/2 carries the transfer");

    /// <summary>Whether the connection has carried as much before.</summary>
    public static Quantity<bool> ConnectionIsWarm { get; } = new("connection-is-warm", "", "the connection has carried as much before");

    /// <summary>First HTTP/2 window of the client's streams, bytes.</summary>
    public static Quantity<double> ClientWindow { get; } = new("client-window", "bytes", "first window of the client's streams");

    /// <summary>Whether the client's stream windows grow; a .NET client then sends PINGs to measure the round trip.</summary>
    public static Quantity<bool> ClientWindowGrows { get; } = new("client-window-grows", "", "the client's stream windows grow");

    /// <summary>How fast the client's stream windows grow; not set where the library's default holds.</summary>
    public static Quantity<string> WindowGrowth { get; } = new("window-growth", "", "how fast the client's stream windows grow");

    /// <summary>HTTP/2 window of the server's streams, bytes.</summary>
    public static Quantity<double> ServerWindow { get; } = new("server-window", "bytes", "window of the server's streams");
}

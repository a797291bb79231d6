namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities that probes of a service observe from outside, over connections of their own.</summary>
public static class ServiceQuantities
{
    /// <summary>What the server is, as far as its SETTINGS and its <c>server</c> header say.</summary>
    public static Quantity<string> Server { get; } = new("server", "", "what the server says it is");

    /// <summary>Calls that the server allows at a time on a connection; not set where it sets no limit.</summary>
    public static Quantity<double> StreamLimit { get; } = new("stream-limit", "count", "calls the server allows at a time on a connection");

    /// <summary>Time to resolve the name, ms; 0 for an address.</summary>
    public static Quantity<double> ResolveTime { get; } = new("resolve-time", "ms", "time to resolve the server's name");

    /// <summary>Time to connect TCP, ms.</summary>
    public static Quantity<double> TcpTime { get; } = new("tcp-time", "ms", "time to connect TCP");

    /// <summary>Time of the TLS handshake, ms; 0 without TLS.</summary>
    public static Quantity<double> TlsTime { get; } = new("tls-time", "ms", "time of the TLS handshake");

    /// <summary>Time until the server's SETTINGS, ms.</summary>
    public static Quantity<double> SettingsTime { get; } = new("settings-time", "ms", "time until the server's SETTINGS");

    /// <summary>Time of the first call that was made, ms.</summary>
    public static Quantity<double> FirstCallTime { get; } = new("first-call-time", "ms", "time of the first call");

    /// <summary>Time of the first call on a second connection, ms.</summary>
    public static Quantity<double> FreshFirstCallTime { get; } =
        new("fresh-first-call-time", "ms", "time of the first call on another connection");

    /// <summary>Smallest round trip of TCP, ms.</summary>
    public static Quantity<double> TcpRoundTrip { get; } = new("tcp-round-trip", "ms", "smallest round trip of TCP");

    /// <summary>PING to its acknowledgement on an idle server, median, ms.</summary>
    public static Quantity<double> PingTime { get; } = new("ping-time", "ms", "PING to its acknowledgement");

    /// <summary>Time of a call to a method that does not exist, median, ms.</summary>
    public static Quantity<double> NoOpTime { get; } = new("no-op-time", "ms", "time of a call to a method that does not exist");

    /// <summary>Time of a call, one at a time, median, ms.</summary>
    public static Quantity<double> CallTime { get; } = new("call-time", "ms", "time of a call, one at a time");

    /// <summary>By how much the longest of all calls, one at a time and at once, is longer than the shortest: a share.</summary>
    public static Quantity<double> CallTimeSpread { get; } =
        new("call-time-spread", "", "longest call, alone or at once, beyond the shortest");

    /// <summary>Time of a call, one at a time, that no more than one of ten exceeds, ms.</summary>
    public static Quantity<double> LongCallTime { get; } =
        new("long-call-time", "ms", "time of a call, one at a time, that one of ten exceeds");

    /// <summary>Calls of a burst.</summary>
    public static Quantity<double> BurstCalls { get; } = new("burst-calls", "count", "calls at once");

    /// <summary>Time until all calls of a burst on one connection have ended, ms.</summary>
    public static Quantity<double> BurstTime { get; } = new("burst-time", "ms", "time until all calls at once have ended");

    /// <summary>Whether calls at once wait for each other.</summary>
    public static Quantity<bool> CallsWait { get; } = new("calls-wait", "", "calls at once wait for each other");

    /// <summary>Time until as many no-op calls at once have ended, ms.</summary>
    public static Quantity<double> NoOpBurstTime { get; } = new("no-op-burst-time", "ms", "time until as many no-op calls have ended");

    /// <summary>No-op call on another connection during a burst, median, ms.</summary>
    public static Quantity<double> LoadedNoOp { get; } = new("loaded-no-op", "ms", "a no-op call during the calls at once");

    /// <summary>The longest no-op call on another connection during a burst, ms.</summary>
    public static Quantity<double> LongestNoOp { get; } = new("longest-no-op", "ms", "longest no-op call during the calls at once");

    /// <summary>Processors that the server can compute on at a time; set where its machine is this one. Of a process that is not found
    /// those of the machine.</summary>
    public static Quantity<double> ServerProcessors { get; } = new("server-processors", "count", "processors that the server can use");

    /// <summary>Bytes of a reply's messages as sent.</summary>
    public static Quantity<double> ReplyBytes { get; } = new("reply-bytes", "bytes", "bytes of a reply as sent");

    /// <summary>Bytes of a reply's messages without compression.</summary>
    public static Quantity<double> PlainReplyBytes { get; } = new("plain-reply-bytes", "bytes", "bytes of a reply without compression");

    /// <summary>Time of a call that accepts no compression, ms.</summary>
    public static Quantity<double> PlainCallTime { get; } = new("plain-call-time", "ms", "time of a call that accepts no compression");

    /// <summary>Time that this machine takes to compress as many random bytes as a reply has, ms. Of a server that compresses in vain,
    /// whatever its caller accepts.</summary>
    public static Quantity<double> VainCodecTime { get; } = new("vain-codec-time", "ms", "time to compress as many random bytes here");

    /// <summary>Time of a call whose reply is acknowledged segment by segment at once, ms.</summary>
    public static Quantity<double> QuickAckCallTime { get; } =
        new("quick-ack-call-time", "ms", "time of a call with acknowledgements at once");

    /// <summary>Time of a call with a stream window of 65,535 bytes, ms.</summary>
    public static Quantity<double> SmallWindowCallTime { get; } =
        new("small-window-call-time", "ms", "time of a call with a window of 65,535 bytes");

    /// <summary>Time until the same number of calls has ended, with more or fewer in flight, ms.</summary>
    public static Quantity<double> BatchTime { get; } = new("batch-time", "ms", "time until the same calls have ended");

    /// <summary>The encodings that a call accepts.</summary>
    public static Quantity<string> AcceptedEncodings { get; } = new("accepted-encodings", "", "encodings that a call accepts");

    /// <summary>Whether the probe acknowledges each segment at once.</summary>
    public static Quantity<bool> QuickAck { get; } = new("quick-ack", "", "segments are acknowledged at once");
}

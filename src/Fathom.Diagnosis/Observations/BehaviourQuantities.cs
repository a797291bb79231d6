using Fathom.Records.Words;

namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of a server's behaviour over time, between its connections and within a reply, as probes observe them from
/// outside.</summary>
public static class BehaviourQuantities
{
    /// <summary>The server's gRPC library, by how it refuses a method that does not exist; not set where that is not known.</summary>
    public static Quantity<string> Library { get; } = new("library", "", "gRPC library, by how it refuses a method that does not exist");

    /// <summary>The proxy that a response names; not set where it names none.</summary>
    public static Quantity<string> Proxy { get; } = new("proxy", "", "proxy that a response names");

    /// <summary>Whether calls go through the proxy before the service; set by a change where the service's own address is known.</summary>
    public static Quantity<bool> ThroughProxy { get; } = new("through-proxy", "", "calls go through the proxy before the service");

    /// <summary>Whether the service answers at its own address, past the proxy; not set where that is not known.</summary>
    public static Quantity<bool> AnswersDirectly { get; } = new("answers-directly", "", "the service answers past the proxy, too");

    /// <summary>Whether the connection's first SETTINGS are those of that library, so that no proxy stands before it; not set where that is
    /// not known.</summary>
    public static Quantity<bool> SpeaksOwnHttp2 { get; } =
        new("speaks-own-http2", "", "the connection's SETTINGS are those of the library that answers");

    /// <summary>Whether the server says what it is, by a header, its SETTINGS or how it refuses a method that does not exist. One that does
    /// not may be a proxy, or stand behind one.</summary>
    public static Quantity<bool> IsRecognised { get; } = new("is-recognised", "", "what answers says what it is");

    /// <summary>Time between the ends of calls made one right after the other, median, ms.</summary>
    public static Quantity<double> TickPeriod { get; } = new("tick-period", "ms", "time between the ends of calls made back to back");

    /// <summary>How far two thirds of the calls that start after a pause end from the ticks of that period at most, as a share of it: 0 on
    /// the ticks, a third where there are none.</summary>
    public static Quantity<double> PhaseMisfit { get; } = new("phase-misfit", "", "distance of calls' ends from ticks, share of a period");

    /// <summary>The pause between a call's end and the next call's start, as a share of the period.</summary>
    public static Quantity<double> CallPhase { get; } = new("call-phase", "", "pause before a call, share of the period");

    /// <summary>Stops of the server while the method is called: neither PING nor no-op calls were answered on two connections.</summary>
    public static Quantity<double> LoadedStops { get; } = new("loaded-stops", "count", "stops of the server while the method is called");

    /// <summary>The share of the time in these stops.</summary>
    public static Quantity<double> LoadedStopShare { get; } = new("loaded-stop-share", "", "share of the time in stops, with calls");

    /// <summary>Stops of the server while nothing but PING and no-op calls is sent.</summary>
    public static Quantity<double> IdleStops { get; } = new("idle-stops", "count", "stops of the server while the method is not called");

    /// <summary>The share of the time in these stops.</summary>
    public static Quantity<double> IdleStopShare { get; } = new("idle-stop-share", "", "share of the time in stops, without calls");

    /// <summary>The longest stop, ms; 0 where there was none.</summary>
    public static Quantity<double> LongestStop { get; } = new("longest-stop", "ms", "longest stop of the server");

    /// <summary>How often the whole server stopped, and for how long at most, as a clause.</summary>
    /// <param name="seen">What was observed, the longest stop included.</param>
    /// <param name="stops">How often.</param>
    public static string Stopped(Evidence seen, double stops)
    {
        ArgumentNullException.ThrowIfNull(seen);
        return $"the whole server stopped {FigureText.Count(stops, "time")} for up to {FigureText.Duration(seen.Value(LongestStop))}";
    }

    /// <summary>How well the ends of stops fit a grid of 100 ms, 0 to 1: the length of their mean direction on it.</summary>
    public static Quantity<double> StopGrid { get; } = new("stop-grid", "", "fit of the ends of stops to a grid of 100 ms");

    /// <summary>No-op call on another connection while the method is called one at a time, median, ms.</summary>
    public static Quantity<double> NoOpBesideOne { get; } = new("no-op-beside-one", "ms", "a no-op call beside one call at a time");

    /// <summary>PING on another connection while the method is called one at a time, median, ms.</summary>
    public static Quantity<double> PingBesideOne { get; } = new("ping-beside-one", "ms", "PING beside one call at a time");

    /// <summary>Time to connect TCP meanwhile, median, ms.</summary>
    public static Quantity<double> TcpBesideOne { get; } = new("tcp-beside-one", "ms", "time to connect TCP beside one call at a time");

    /// <summary>Whether the method is called beside what is measured; if not, the method that does not exist is.</summary>
    public static Quantity<bool> MethodBeside { get; } = new("method-beside", "", "the method is called beside what is measured");

    /// <summary>Connections that were compared with each other.</summary>
    public static Quantity<double> ComparedConnections { get; } = new("compared-connections", "count", "connections compared");

    /// <summary>Of these, the ones whose calls are slower than those of all others.</summary>
    public static Quantity<double> SlowConnections { get; } = new("slow-connections", "count", "connections with slower calls");

    /// <summary>Number of a connection with slow calls, from 0.</summary>
    public static Quantity<double> SlowConnection { get; } = new("slow-connection", "count", "number of a connection with slow calls");

    /// <summary>Number of the connection with the fastest calls, from 0.</summary>
    public static Quantity<double> FastConnection { get; } = new("fast-connection", "count", "number of the fastest connection");

    /// <summary>Time of a call on the slower connections, median, ms.</summary>
    public static Quantity<double> SlowConnectionTime { get; } = new("slow-connection-time", "ms", "a call on the slower connections");

    /// <summary>Time of a call on the faster connections, median, ms.</summary>
    public static Quantity<double> FastConnectionTime { get; } = new("fast-connection-time", "ms", "a call on the faster connections");

    /// <summary>Whether the times of the two groups do not overlap, but for outliers.</summary>
    public static Quantity<bool> ConnectionsDiffer { get; } = new("connections-differ", "", "calls are slower on some connections");

    /// <summary>Number of the connection that calls are made on.</summary>
    public static Quantity<double> ConnectionNumber { get; } = new("connection", "count", "number of the connection called on");

    /// <summary>How long a connection was left without calls, until it ended or was looked at, ms.</summary>
    public static Quantity<double> IdleTime { get; } = new("idle-time", "ms", "time a connection was left without calls");

    /// <summary>What became of it: how it ended, or that it does not answer any more; not set where it is alive.</summary>
    public static Quantity<string> IdleEnd { get; } = new("idle-end", "", "what became of a connection without calls");

    /// <summary>Whether a connection of the same age, on which no-op calls were made, is alive.</summary>
    public static Quantity<bool> UsedLives { get; } = new("used-lives", "", "a connection of the same age with calls is alive");

    /// <summary>The age at which that connection ended, ms; not set where it is alive.</summary>
    public static Quantity<double> UsedTime { get; } = new("used-time", "ms", "age at which a connection with calls ended");

    /// <summary>How it ended; not set where it is alive.</summary>
    public static Quantity<string> UsedEnd { get; } = new("used-end", "", "what became of a connection with calls");

    /// <summary>DATA frames of a reply.</summary>
    public static Quantity<double> ReplyFrames { get; } = new("reply-frames", "count", "DATA frames of a reply");

    /// <summary>Bytes of the largest message of a reply.</summary>
    public static Quantity<double> LargestMessage { get; } = new("largest-message", "bytes", "bytes of the largest message of a reply");

    /// <summary>Time from a call's start to the first DATA of its reply, median, ms.</summary>
    public static Quantity<double> FirstByteTime { get; } = new("first-byte-time", "ms", "time to the first byte of a reply");

    /// <summary>Time from the last message of a reply to its status, median, ms.</summary>
    public static Quantity<double> StatusAfterTime { get; } =
        new("status-after-time", "ms", "time from the last message of a reply to its status");

    /// <summary>Time from the first DATA of a reply to its last, median, ms.</summary>
    public static Quantity<double> StreamTime { get; } = new("stream-time", "ms", "time from the first byte of a reply to the last");
}

namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of calls: how they are made, how many there are, what one costs.</summary>
public static class CallQuantities
{
    /// <summary>Name of the server's HTTP/2 implementation.</summary>
    public static Quantity<string> ServerStack { get; } = new("server-stack", "", "the server's HTTP/2 implementation");

    /// <summary>Name of the client's HTTP/2 implementation.</summary>
    public static Quantity<string> ClientStack { get; } = new("client-stack", "", "the client's HTTP/2 implementation");

    /// <summary>Calls, or messages, that were counted.</summary>
    public static Quantity<double> Calls { get; } = new("calls", "count", "calls that were counted");

    /// <summary>Callers that make one call after another at the same time.</summary>
    public static Quantity<double> Callers { get; } = new("callers", "count", "callers at the same time");

    /// <summary>Whether callers block their threads until the reply is there.</summary>
    public static Quantity<bool> CallersBlock { get; } = new("callers-block", "", "callers block their threads");

    /// <summary>How the code makes a call and waits for it, for example <c>GetResult</c>.</summary>
    public static Quantity<string> CallForm { get; } = new("call-form", "", "how the code makes a call and waits for it");

    /// <summary>Whether completions of calls run on threads of the client's library instead of the thread pool.</summary>
    public static Quantity<bool> CompletesInline { get; } =
        new("completes-inline", "", "completions run on threads of the client's library");

    /// <summary>Whether the caller waits after every call until its channel is shut down.</summary>
    public static Quantity<bool> AwaitsShutdown { get; } = new("awaits-shutdown", "", "callers wait for the shutdown of a channel");

    /// <summary>Whether every call has a channel of its own.</summary>
    public static Quantity<bool> ChannelPerCall { get; } = new("channel-per-call", "", "every call has a channel of its own");

    /// <summary>What protects a connection.</summary>
    public static Quantity<Security> Security { get; } = new("security", "", "what protects a connection");

    /// <summary>Connections that the client opened.</summary>
    public static Quantity<double> ConnectionsOpened { get; } = new("connections-opened", "count", "connections the client opened");

    /// <summary>Time of the whole workload, ms.</summary>
    public static Quantity<double> WallTime { get; } = new("wall-time", "ms", "time of the whole workload");

    /// <summary>Processor time of the whole workload, of all threads and processes, ms.</summary>
    public static Quantity<double> ProcessorTime { get; } = new("processor-time", "ms", "processor time of the whole workload");

    /// <summary>Time of concurrent calls that follow others in the same process, ms.</summary>
    public static Quantity<double> SecondRoundTime { get; } =
        new("second-round-time", "ms", "time of concurrent calls that follow others in the same process");

    /// <summary>Response time that users see, 95th percentile, ms.</summary>
    public static Quantity<double> ResponseTime { get; } =
        new("response-time", "ms", "response time that users see, 95th percentile");

    /// <summary>Time of the whole workload divided by the number of calls, us.</summary>
    public static Quantity<double> TimePerCall { get; } = new("time-per-call", "us", "time of the workload divided by its calls");

    /// <summary>Processor time of the client per call, us.</summary>
    public static Quantity<double> ClientCpu { get; } = new("client-cpu", "us", "processor time of the client per call");

    /// <summary>Processor time of the server per call, us.</summary>
    public static Quantity<double> ServerCpu { get; } = new("server-cpu", "us", "processor time of the server per call");

    /// <summary>Calls that failed, for whatever reason.</summary>
    public static Quantity<double> Failed { get; } = new("failed-calls", "count", "calls that failed");

    /// <summary>Calls that failed with the status <c>ResourceExhausted</c>.</summary>
    public static Quantity<double> ResourceExhausted { get; } =
        new("resource-exhausted", "count", "calls that failed with ResourceExhausted");

    /// <summary>Kind of the payload, for example <c>text</c>.</summary>
    public static Quantity<string> PayloadKind { get; } = new("payload-kind", "", "what the payload is made of");

    /// <summary>Size of a call's payload, bytes.</summary>
    public static Quantity<double> PayloadBytes { get; } = new("payload-bytes", "bytes", "size of a call's payload");

    /// <summary>Payload carried in a second, 10^6 bytes, counted once though it may travel both ways.</summary>
    public static Quantity<double> PayloadRate { get; } = new("payload-rate", "MB/s", "payload carried in a second");

    /// <summary>Size of one message on the sender's side, bytes.</summary>
    public static Quantity<double> MessageBytes { get; } = new("message-bytes", "bytes", "size of a message");

    /// <summary>Whether the payload travels as a stream of messages instead of one message.</summary>
    public static Quantity<bool> IsStream { get; } = new("is-stream", "", "the payload is a stream of messages");

    /// <summary>Time of the same workload before counting begins, s.</summary>
    public static Quantity<double> WarmUp { get; } = new("warm-up", "s", "time of the same workload before counting begins");

    /// <summary>Time that is counted, s.</summary>
    public static Quantity<double> Counted { get; } = new("counted", "s", "time that is counted");
}

/// <summary>What protects a connection.</summary>
public enum Security
{
    /// <summary>Nothing.</summary>
    Plain,

    /// <summary>TLS with a certificate of the server.</summary>
    Tls,

    /// <summary>TLS with certificates of both sides.</summary>
    MutualTls,
}

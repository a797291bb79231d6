namespace Fathom.Diagnosis.Observations;

/// <summary>Quantities of a process that was watched for a while. A share is one of the watched time, from 0 to 1.</summary>
public static class WatchQuantities
{
    /// <summary>How long the process was watched, ms.</summary>
    public static Quantity<double> Watched { get; } = new("watched", "ms", "time the process was watched");

    /// <summary>Processor time of the process, ms.</summary>
    public static Quantity<double> CpuTime { get; } = new("cpu-time", "ms", "processor time of the process");

    /// <summary>Threads of the process, the most at a time.</summary>
    public static Quantity<double> Threads { get; } = new("threads", "count", "most threads of the process");

    /// <summary>Time in which threads of the process could run and had no processor, ms, summed over its threads.</summary>
    public static Quantity<double> RunDelay { get; } = new("run-delay", "ms", "time threads waited for a processor");

    /// <summary>Time for which a limit of processor time stopped the process's control group, ms.</summary>
    public static Quantity<double> Throttled { get; } = new("throttled", "ms", "time a limit of processor time stopped the process");

    /// <summary>Time of the periods in each of which the limit stopped the process, for however short, ms.</summary>
    public static Quantity<double> ThrottledPeriods { get; } =
        new("throttled-periods", "ms", "time of the periods in which a limit of processor time stopped the process");

    /// <summary>Processors that the limit of the process's control group allows; not set where there is no limit.</summary>
    public static Quantity<double> Quota { get; } = new("quota", "count", "processors that the control group's limit allows");

    /// <summary>Established TCP connections, the most at a time.</summary>
    public static Quantity<double> OpenSockets { get; } = new("open-sockets", "count", "most established TCP connections");

    /// <summary>Threads that the pool added because its threads were blocked or made no progress.</summary>
    public static Quantity<double> ThreadsInjected { get; } =
        new("threads-injected", "count", "threads the pool added because others were blocked");

    /// <summary>Share of time from the first thread so added to the last.</summary>
    public static Quantity<double> StarvedShare { get; } = new("starved-share", "", "share of time in which the pool added threads");

    /// <summary>Pool threads that waited within a work item, the most at a time.</summary>
    public static Quantity<double> BlockedThreads { get; } =
        new("blocked-threads", "count", "most pool threads blocked at a time");

    /// <summary>Code of the application that blocks pool threads.</summary>
    public static Quantity<string> BlockedAt { get; } = new("blocked-at", "", "code that blocks pool threads");

    /// <summary>Garbage collections.</summary>
    public static Quantity<double> Collections { get; } = new("collections", "count", "garbage collections");

    /// <summary>Collections of generation 2.</summary>
    public static Quantity<double> FullCollections { get; } = new("full-collections", "count", "collections of generation 2");

    /// <summary>Collections that code asked for, as GC.Collect does.</summary>
    public static Quantity<double> InducedCollections { get; } =
        new("induced-collections", "count", "collections that the program asked for");

    /// <summary>Time for which the collector stopped all managed threads, ms.</summary>
    public static Quantity<double> PauseTime { get; } = new("pause-time", "ms", "time the collector stopped all threads");

    /// <summary>The longest such pause, ms.</summary>
    public static Quantity<double> LongestPause { get; } = new("longest-pause", "ms", "longest pause of the collector");

    /// <summary>Waits for locks.</summary>
    public static Quantity<double> Contentions { get; } = new("contentions", "count", "waits for locks");

    /// <summary>Share of time in which at least one thread waited for a lock.</summary>
    public static Quantity<double> ContendedShare { get; } = new("contended-share", "", "share of time with a thread waiting for a lock");

    /// <summary>Code of the application that waits for a lock.</summary>
    public static Quantity<string> ContendedAt { get; } = new("contended-at", "", "code that waits for a lock");

    /// <summary>Share of time in which a thread loaded certificates or keys, or built a chain.</summary>
    public static Quantity<double> CertificateShare { get; } = new("certificate-share", "", "share of time in certificate code");

    /// <summary>Code of the application that loads certificates.</summary>
    public static Quantity<string> CertificateAt { get; } = new("certificate-at", "", "code that loads certificates");

    /// <summary>Which certificates of the system the program trusts.</summary>
    public static Quantity<string> SystemRoots { get; } = new("system-roots", "", "certificates of the system that are trusted");

    /// <summary>Share of time in which a thread compressed or decompressed.</summary>
    public static Quantity<double> CompressionShare { get; } = new("compression-share", "", "share of time in compression code");

    /// <summary>Code that compresses.</summary>
    public static Quantity<string> CompressionAt { get; } = new("compression-at", "", "code that compresses");

    /// <summary>Share of time in which a thread was in a logger, waiting for its output included.</summary>
    public static Quantity<double> LoggingShare { get; } = new("logging-share", "", "share of time in logging code");

    /// <summary>Code that logs.</summary>
    public static Quantity<string> LoggingAt { get; } = new("logging-at", "", "code that logs");

    /// <summary>Share of time in which a thread serialized or parsed messages.</summary>
    public static Quantity<double> SerializerShare { get; } = new("serializer-share", "", "share of time in serializers");

    /// <summary>Share of time in which a thread set up a connection: TCP, TLS, HTTP/2.</summary>
    public static Quantity<double> ConnectShare { get; } = new("connect-share", "", "share of time in setting up connections");

    /// <summary>Connections that the process accepted.</summary>
    public static Quantity<double> ConnectionsAccepted { get; } = new("connections-accepted", "count", "connections the process accepted");

    /// <summary>Requests that the process served.</summary>
    public static Quantity<double> RequestsServed { get; } = new("requests-served", "count", "requests the process served");

    /// <summary>TLS handshakes.</summary>
    public static Quantity<double> TlsHandshakes { get; } = new("tls-handshakes", "count", "TLS handshakes");

    /// <summary>Time that calls waited for a free stream of a connection, over the time of all calls, 0 to 1; without those that waited
    /// for the first connection.</summary>
    public static Quantity<double> QueuedShare { get; } = new("queued-share", "", "share of calls' time waiting for a stream");

    /// <summary>Calls that began while the process was watched, and had not ended at its end; 0 where those under way fell by more than a
    /// fifth.</summary>
    public static Quantity<double> UnendedCalls { get; } = new("unended-calls", "count", "calls that began and did not end");

    /// <summary>Calls under way when the process was last looked at.</summary>
    public static Quantity<double> CallsUnderWay { get; } = new("calls-under-way", "count", "calls under way at the end");

    /// <summary>Share of time in which calls were under way and none ended.</summary>
    public static Quantity<double> StuckShare { get; } = new("stuck-share", "", "share of time in which no call under way ended");

    /// <summary>What the process connected to, as <c>ADDRESS:PORT</c> with blanks between; of names that its command has, the
    /// name.</summary>
    public static Quantity<string> Targets { get; } = new("targets", "", "what the process connected to") { IsPrivate = true };

    /// <summary>Calls that the process made, and messages of streams that each may have waited for the one before.</summary>
    public static Quantity<double> Exchanges { get; } = new("exchanges", "count", "requests and replies that may wait for each other");

    /// <summary>Calls under way, the most at a time.</summary>
    public static Quantity<double> MaxCallsAtOnce { get; } = new("most-calls-at-once", "count", "most calls under way at a time");

    /// <summary>Share of time in which at least one call was under way.</summary>
    public static Quantity<double> CallShare { get; } = new("call-share", "", "share of time with a call under way");

    /// <summary>Time of a call, mean, ms, where calls are under way one at a time.</summary>
    public static Quantity<double> MeanCallTime { get; } = new("mean-call-time", "ms", "mean time of a call, one at a time");

    /// <summary>Bytes that the process received over TCP.</summary>
    public static Quantity<double> BytesReceived { get; } = new("bytes-received", "bytes", "bytes the process received");

    /// <summary>Share of time in which at least one connection was being set up: name, TCP, proxy, TLS.</summary>
    public static Quantity<double> SetupShare { get; } = new("setup-share", "", "share of time with a connection being set up");

    /// <summary>The longest time between TCP and the TLS handshake of a connection, ms: that of a proxy; 0 without TLS.</summary>
    public static Quantity<double> ProxyTime { get; } = new("proxy-time", "ms", "longest time between TCP and TLS");

    /// <summary>Connections that the process opened later than others, not together with them.</summary>
    public static Quantity<double> Reconnections { get; } = new("reconnections", "count", "connections opened after others");

    /// <summary>Variables of the environment that name a proxy: their names, with blanks between.</summary>
    public static Quantity<string> ProxyVariables { get; } = new("proxy-variables", "", "variables that name a proxy");

    /// <summary>Whether connecting to an address of IPv6 took longer than a look at the sockets.</summary>
    public static Quantity<bool> WaitsForIPv6 { get; } = new("waits-for-ipv6", "", "connecting by IPv6 waits");

    /// <summary>Time in which the runtime compiled methods, ms, summed over threads.</summary>
    public static Quantity<double> CompileTime { get; } = new("compile-time", "ms", "time the runtime compiled methods");

    /// <summary>Methods that the runtime compiled.</summary>
    public static Quantity<double> MethodsCompiled { get; } = new("methods-compiled", "count", "methods the runtime compiled");

    /// <summary>How methods are compiled when they are first called; not set where the program's own settings decide.</summary>
    public static Quantity<string> Compilation { get; } = new("compilation", "", "how methods are compiled");

    /// <summary>Whether the process has the server collector, with a heap for each processor.</summary>
    public static Quantity<bool> IsServerCollector { get; } = new("is-server-collector", "", "the process has the server collector");

    /// <summary>The collector that was chosen around the process; not set where its own settings decide.</summary>
    public static Quantity<string> CollectorMode { get; } = new("collector-mode", "", "the collector that was chosen");

    /// <summary>Processors that were allowed around the process; not set where its own settings decide.</summary>
    public static Quantity<double> AllowedProcessors { get; } = new("allowed-processors", "count", "processors that were allowed");

    /// <summary>Share of time in which a thread was in a serializer that finds out at run time what a message is.</summary>
    public static Quantity<double> ReflectionShare { get; } =
        new("reflection-share", "", "share of time in serializers that use reflection");

    /// <summary>Code of the application that serializes so.</summary>
    public static Quantity<string> ReflectionAt { get; } = new("reflection-at", "", "code that serializes by reflection");

    /// <summary>Exceptions thrown.</summary>
    public static Quantity<double> Exceptions { get; } = new("exceptions", "count", "exceptions thrown");

    /// <summary>Size of generation 0 before it is collected, bytes; not set where it is the runtime's default.</summary>
    public static Quantity<double> Gen0Budget { get; } = new("gen0-budget", "bytes", "new objects between two collections");

    /// <summary>The least severe messages that are logged; not set where the program's own settings decide.</summary>
    public static Quantity<string> LogLevel { get; } = new("log-level", "", "least severe messages that are logged");
}

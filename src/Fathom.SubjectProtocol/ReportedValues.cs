namespace Fathom.SubjectProtocol;

/// <summary>Every value and series that the in-box subjects report, declared once.</summary>
public static class ReportedValues
{
    private const string Bytes = "bytes";
    private const string Microseconds = "µs";
    private const string Milliseconds = "ms";

    /// <summary>Processor time.</summary>
    public static readonly ReportedValue CpuTime =
        new("cpu_us", Microseconds, ReportedBy.Both, "User and system time of the process over the workload.");

    /// <summary>Managed allocations.</summary>
    public static readonly ReportedValue AllocatedBytes =
        new("allocated_bytes", Bytes, ReportedBy.Both, "Bytes allocated on the managed heap.");

    /// <summary>Garbage collections.</summary>
    public static readonly ReportedValue Collections = new("gc_collections", "", ReportedBy.Both, "Garbage collections of any generation.");

    /// <summary>What the process sent.</summary>
    public static readonly ReportedTraffic Sent = new("sent", "sent");

    /// <summary>What the process received.</summary>
    public static readonly ReportedTraffic Received = new("received", "received");

    /// <summary>Duration of the workload.</summary>
    public static readonly ReportedValue WallTime = new("wall_ms", Milliseconds, ReportedBy.Client, "Duration of the workload.");

    /// <summary>Calls made.</summary>
    public static readonly ReportedValue Calls = new("calls", "", ReportedBy.Client, "Calls made, failed ones included.");

    /// <summary>Connections opened.</summary>
    public static readonly ReportedValue Connections = new("connections", "", ReportedBy.Client, "Connections opened.");

    /// <summary>Largest size of the thread pool.</summary>
    public static readonly ReportedValue MaxThreads =
        new("threads_max", "", ReportedBy.Both, "Maximum number of thread-pool threads at one time.");

    /// <summary>Processors of the process.</summary>
    public static readonly ReportedValue Processors =
        new("processors", "", ReportedBy.Both,
            "Processors that the process sees; the original libraries' clients and the tree report them.");

    /// <summary>Longest queue of the thread pool.</summary>
    public static readonly ReportedValue MaxQueue =
        new("queue_max", "", ReportedBy.Both, "Maximum number of queued work items of the thread pool at one time.");

    /// <summary>Longest wait for a thread of the pool.</summary>
    public static readonly ReportedValue MaxQueueWait = new(
        "queue_wait_ms_max", Milliseconds, ReportedBy.Both,
        "Longest time that a work item, posted every 5 ms, waited for a thread of the thread pool.");

    /// <summary>Standard deviation of downloads.</summary>
    public static readonly ReportedValue DownloadDeviation =
        new("download_stddev_ms", Milliseconds, ReportedBy.Client, "Standard deviation of a download's duration.");

    /// <summary>Error of the mean of downloads.</summary>
    public static readonly ReportedValue DownloadError = new(
        "download_error_ms", Milliseconds, ReportedBy.Client, "Half of the 99.9 % confidence interval of a download's mean duration.");

    /// <summary>Payload of answered messages.</summary>
    public static readonly ReportedValue PayloadBytes =
        new("payload_bytes", Bytes, ReportedBy.Client, "Payload of all answered messages, one direction.");

    /// <summary>Time in the sender's critical section.</summary>
    public static readonly ReportedValue PreludeTime = new(
        "prelude_us", Microseconds, ReportedBy.Client,
        "Time spent on certificates before messages, in the section that the lock guards; waiting for the lock is not included.");

    /// <summary>Speed of a memory copy.</summary>
    public static readonly ReportedValue CopyRate = new(
        "copy_mb_per_second", "MB/s", ReportedBy.Client, "Speed of copying a payload in memory; only for payloads of 1 MiB or more.");

    /// <summary>Spans that were not kept.</summary>
    public static readonly ReportedValue DroppedSpans =
        new("dropped_spans", "", ReportedBy.Server, "Spans of traced requests that were dropped because there were too many.");

    /// <summary>Traced requests.</summary>
    public static readonly ReportedValue TracedRequests =
        new("traced_requests", "", ReportedBy.Server, "Requests whose trace reached a REST API.");

    /// <summary>Sum of a waterfall beside the response time.</summary>
    public static readonly ReportedValue WaterfallShare = new(
        "waterfall_percent", "%", ReportedBy.Server,
        "Sum of a request's waterfall as a share of the response time that its user saw; the median.");

    /// <summary>Processes that were started again.</summary>
    public static readonly ReportedValue Restarts =
        new("restarts", "", ReportedBy.Server, "Processes of the server that ended unasked and were started again.");

    /// <summary>Whether Locust drove the workload.</summary>
    public static readonly ReportedValue ByLocust =
        new("by_locust", "", ReportedBy.Client, "1 where Locust simulated the users, 0 where the built-in driver did.");

    /// <summary>Response time of requests in the first half.</summary>
    public static readonly ReportedValue FirstHalfP95 = new(
        "first_half_p95_ms", Milliseconds, ReportedBy.Client, "Response time, 95th percentile, of each user's first half of requests.");

    /// <summary>Response time of requests in the second half.</summary>
    public static readonly ReportedValue SecondHalfP95 = new(
        "second_half_p95_ms", Milliseconds, ReportedBy.Client, "Response time, 95th percentile, of each user's second half of requests.");

    /// <summary>Connections that the server accepted.</summary>
    public static readonly ReportedValue AcceptedConnections =
        new("accepted_connections", "", ReportedBy.Server, "Connections accepted.");

    /// <summary>The four parts of the workload <c>published-order</c>, in its order.</summary>
    public static readonly IReadOnlyList<ReportedPart> PublishedOrder =
    [
        new("sequential_new", "calls one after another, each over a new channel"),
        new("sequential_reused", "calls one after another over one channel"),
        new("concurrent_new", "concurrent calls, each over a new channel"),
        new("concurrent_reused", "concurrent calls over one channel"),
    ];

    /// <summary>Thread-pool threads over time.</summary>
    public static readonly ReportedSeries ThreadPoolThreads = new("thread_pool_threads", "threads", "Threads of the thread pool.");

    /// <summary>Queued work items over time.</summary>
    public static readonly ReportedSeries ThreadPoolQueue =
        new("thread_pool_queue", "work items", "Queued work items of the thread pool.");

    /// <summary>Answered messages over time, warm-up included.</summary>
    public static readonly ReportedSeries MessagesPerSecond =
        new("messages_per_second", "1/s", "Answered messages per second, from the start of the warm-up.");

    /// <summary>All values, in the order of the page.</summary>
    public static IReadOnlyList<ReportedValue> All =>
    [
        CpuTime, AllocatedBytes, Collections, .. Sent.All, .. Received.All, WallTime, Calls, Connections, MaxThreads, MaxQueue,
        MaxQueueWait, Processors,
        DownloadDeviation, DownloadError, PayloadBytes, PreludeTime, CopyRate, AcceptedConnections,
        DroppedSpans, TracedRequests, WaterfallShare, Restarts, ByLocust, FirstHalfP95, SecondHalfP95,
        .. PublishedOrder.SelectMany(p => new[] { p.Duration, p.ThreadsAtStart }),
    ];

    /// <summary>All series.</summary>
    public static IReadOnlyList<ReportedSeries> AllSeries => [ThreadPoolThreads, ThreadPoolQueue, MessagesPerSecond];
}

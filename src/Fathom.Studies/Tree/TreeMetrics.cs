using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Tree;

/// <summary>What the study <c>tree</c> measures: what users saw, and for each process what its thread pool did.</summary>
internal static class TreeMetrics
{
    // As the tree names its processes.
    private static readonly string[] Processes = ["rest-api", "rest-admin-api", "service-1", "service-2", "service-3"];

    public static Metric ResponseTime { get; } = new(
        new("response_p95_ms", "ms", Better.Lower, "response time that users see, 95th percentile", Headline: true),
        f => f.LatencyUs(0.95) / 1000)
    {
        Observes = CallQuantities.ResponseTime,
    };

    public static Metric FirstHalf { get; } = new(
        new("first_half_p95_ms", "ms", Better.Lower,
            "response time of each user's first half of requests, 95th percentile", Headline: true),
        f => f.OfClient(ReportedValues.FirstHalfP95));

    public static Metric SecondHalf { get; } = new(
        new("second_half_p95_ms", "ms", Better.Lower, "response time of each user's second half of requests, 95th percentile",
            Headline: true),
        f => f.OfClient(ReportedValues.SecondHalfP95));

    public static Metric ByLocust { get; } = new(
        new("by_locust", "count", Better.Neither, "1 where Locust simulated the users, 0 where the built-in driver did"),
        f => f.OfClient(ReportedValues.ByLocust));

    public static Metric Requests { get; } = new(
        new("requests", "count", Better.Neither, "requests that users made"), f => f.OfClient(ReportedValues.Calls));

    public static Metric Traced { get; } = new(
        new("traced_requests", "count", Better.Neither, "requests whose trace reached a REST API"),
        f => f.OfServer(ReportedValues.TracedRequests));

    public static IReadOnlyList<Metric> All { get; } =
    [
        ResponseTime,
        new(new("response_p50_ms", "ms", Better.Lower, "response time that users see, median", Headline: true),
            f => f.LatencyUs(0.5) / 1000),
        new(new("response_p99_ms", "ms", Better.Lower, "response time that users see, 99th percentile"), f => f.LatencyUs(0.99) / 1000),
        FirstHalf,
        SecondHalf,
        new(new("requests_per_second", "1/s", Better.Higher, "requests a second, pauses of the users included"),
            f => f.OfClient(ReportedValues.Calls) / (f.OfClient(ReportedValues.WallTime) / 1000)),
        Requests,
        Traced,
        new(new("waterfall_percent", "%", Better.Neither, "sum of a request's waterfall, as a share of its response time; median"),
            f => f.OfServer(ReportedValues.WaterfallShare)),
        ByLocust,
        new(new("restarts", "count", Better.Lower, "processes that ended unasked and were started again"),
            f => f.OfServer(ReportedValues.Restarts)),
        .. Processes.SelectMany(Of),
    ];

    private static IEnumerable<Metric> Of(string process)
    {
        yield return Metric("threads_max", "count", Better.Neither, "most thread-pool threads", ReportedValues.MaxThreads) with
        {
            Observes = ProcessQuantities.PoolThreads,
        };
        yield return Metric("queue_max", "count", Better.Lower, "most work items waiting for a thread", ReportedValues.MaxQueue) with
        {
            Observes = ProcessQuantities.PoolQueue,
        };
        yield return Metric(
            "queue_wait_ms_max", "ms", Better.Lower, "longest wait of a work item for a thread", ReportedValues.MaxQueueWait) with
        {
            Observes = ProcessQuantities.PoolWait,
        };
        yield return Metric("cpu_us", "us", Better.Lower, "processor time", ReportedValues.CpuTime);

        Metric Metric(string name, string unit, Better better, string text, ReportedValue value) => new(
            new($"{process.Replace('-', '_')}.{name}", unit, better, $"{process}: {text}"), f => f.OfProcess(process, value))
        {
            Process = process,
        };
    }
}

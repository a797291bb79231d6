using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Channels;

/// <summary>What the study <c>channels</c> measures.</summary>
internal static class ChannelsMetrics
{
    public static Metric WallTime { get; } =
        new(new("wall_ms", "ms", Better.Lower, "time for all calls", Headline: true), f => f.OfClient(ReportedValues.WallTime))
        {
            Observes = CallQuantities.WallTime,
        };

    public static Metric ClientCpu { get; } = new(
        new("client_cpu_us_per_call", "us", Better.Lower, "processor time of the client per call, after those to warm up", Headline: true),
        f => f.ClientPerCall(ReportedValues.CpuTime))
    {
        Observes = CallQuantities.ClientCpu,
    };

    public static Metric ServerCpu { get; } = new(
        new("server_cpu_us_per_call", "us", Better.Lower, "processor time of the server per call, after those to warm up", Headline: true),
        f => f.ServerPerCall(ReportedValues.CpuTime))
    {
        Observes = CallQuantities.ServerCpu,
    };

    /// <summary>The durations of the four parts of the published order.</summary>
    public static IReadOnlyList<Metric> Parts { get; } =
    [
        Part("sequential_new_ms", 0, "published order: time of calls one after another, each over a new channel"),
        Part("sequential_reused_ms", 1, "published order: time of calls one after another over one channel"),
        Part("concurrent_new_ms", 2, "published order: time of concurrent calls, each over a new channel"),
        Part("concurrent_reused_ms", 3, "published order: time of concurrent calls over one channel") with
        {
            Observes = CallQuantities.SecondRoundTime,
        },
    ];

    /// <summary>The last part of the published order, which inherits the thread pool of the one before.</summary>
    public static Metric SecondRound => Parts[^1];

    public static IReadOnlyList<Metric> All { get; } =
    [
        WallTime,
        new(new("latency_us_p50", "us", Better.Lower, "latency of a call, median", Headline: true), f => f.LatencyUs(0.5)),
        new(new("latency_us_p90", "us", Better.Lower, "latency of a call, 90th percentile"), f => f.LatencyUs(0.9)),
        new(new("latency_us_p99", "us", Better.Lower, "latency of a call, 99th percentile", Headline: true), f => f.LatencyUs(0.99)),
        new(new("latency_us_max", "us", Better.Lower, "latency of the slowest call"), f => f.LatencyUs(1)),
        ClientCpu,
        ServerCpu,
        new(new("connections_opened", "count", Better.Lower, "connections the client opened", Headline: true),
            f => f.OfClient(ReportedValues.Connections))
        {
            Observes = CallQuantities.ConnectionsOpened,
        },
        new(new("client_allocated_bytes_per_call", "bytes", Better.Lower, "memory the client allocated per call"),
            f => f.ClientPerCall(ReportedValues.AllocatedBytes)),
        new(new("server_allocated_bytes_per_call", "bytes", Better.Lower, "memory the server allocated per call"),
            f => f.ServerPerCall(ReportedValues.AllocatedBytes)),
        new(new("client_threads_max", "count", Better.Neither, "most thread-pool threads of the client at a time", Headline: true),
            f => f.OfClient(ReportedValues.MaxThreads))
        {
            Observes = ProcessQuantities.PoolThreads,
        },
        new(new("client_queue_max", "count", Better.Lower, "most work items waiting for a thread of the client's pool"),
            f => f.OfClient(ReportedValues.MaxQueue))
        {
            Observes = ProcessQuantities.PoolQueue,
        },
        new(new("client_queue_wait_ms_max", "ms", Better.Lower,
            "longest time that a work item waited for a thread of the client's pool", Headline: true),
            f => f.OfClient(ReportedValues.MaxQueueWait))
        {
            Observes = ProcessQuantities.PoolWait,
        },
        .. Parts,
        new(new("concurrent_reused_threads", "count", Better.Neither, "published order: thread-pool threads when the last part begins"),
            f => f.OfClient(ReportedValues.PublishedOrder[^1].ThreadsAtStart))
        {
            Observes = ProcessQuantities.InheritedThreads,
            MeasuredOf = IsInPublishedOrder,
        },
    ];

    private static Metric Part(string id, int part, string text) =>
        new(new(id, "ms", Better.Lower, text), f => f.OfClient(ReportedValues.PublishedOrder[part].Duration))
        {
            MeasuredOf = IsInPublishedOrder,
        };

    private static bool IsInPublishedOrder(FactorLevels levels) => levels.Has(ChannelsFactors.PublishedOrder);
}

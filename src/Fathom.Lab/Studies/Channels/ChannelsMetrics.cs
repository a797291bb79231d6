using Fathom.Lab.Observations;
using Fathom.Lab.Results;
using Fathom.SubjectProtocol;

namespace Fathom.Lab.Studies.Channels;

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
    ];
}

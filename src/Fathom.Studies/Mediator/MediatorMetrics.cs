using Fathom.Diagnosis.Observations;
using Fathom.Records;
using Fathom.SubjectProtocol;

namespace Fathom.Studies.Mediator;

/// <summary>What the study <c>mediator</c> measures.</summary>
internal static class MediatorMetrics
{
    /// <summary>What comparisons compare.</summary>
    public static Metric TimePerMessage { get; } = new(
        new("us_per_message", "us", Better.Lower, "time until the last of the messages was answered, divided by their number",
            Headline: true),
        TimeOf)
    {
        Observes = CallQuantities.TimePerCall,
    };

    /// <summary>Published of small messages.</summary>
    public static Metric MessagesPerSecond { get; } = new(
        new("messages_per_second", "1/s", Better.Higher, "messages answered in a second", Headline: true), f => 1e6 / TimeOf(f));

    /// <summary>Published of large messages.</summary>
    public static Metric Throughput { get; } = new(
        new("payload_mb_per_second", "MB/s", Better.Higher,
            "payload of messages answered in a second, 10^6 bytes, counted once though it travels both ways, as published", Headline: true),
        f => f.OfClient(ReportedValues.PayloadBytes) is > 0 and var bytes ? bytes / WallOf(f) : null)
    {
        Observes = CallQuantities.PayloadRate,
        MeasuredOf = levels => levels.Value(CallQuantities.PayloadBytes) > 0,
    };

    /// <summary>Number of messages.</summary>
    public static Metric Messages { get; } = new(
        new("messages", "count", Better.Neither, "messages sent in the time that was counted"), f => f.OfClient(ReportedValues.Calls))
    {
        Observes = CallQuantities.Calls,
    };

    public static IReadOnlyList<Metric> All { get; } =
    [
        TimePerMessage,
        MessagesPerSecond,
        Throughput,
        new(new("prelude_us_per_message", "us", Better.Lower,
            "time that a sender spends on its certificates with their keys and on their chain, in the lock where there is one",
                Headline: true), f => f.ClientPerCall(ReportedValues.PreludeTime))
        {
            Observes = ProcessQuantities.CertificateTime,
        },
        new(new("latency_us_p50", "us", Better.Lower, "time from sending a message to its answer, median"), f => f.LatencyUs(0.5)),
        new(new("latency_us_p99", "us", Better.Lower, "time from sending a message to its answer, 99th percentile"),
            f => f.LatencyUs(0.99)),
        new(new("client_cpu_us_per_message", "us", Better.Lower, "processor time of the sender per message", Headline: true),
            f => f.ClientPerCall(ReportedValues.CpuTime))
        {
            Observes = CallQuantities.ClientCpu,
        },
        new(new("server_cpu_us_per_message", "us", Better.Lower, "processor time of the node per message", Headline: true),
            f => Warmed(f) ? f.ServerPerCall(ReportedValues.CpuTime) : null)
        {
            Observes = CallQuantities.ServerCpu,
        },
        new(new("connections_opened", "count", Better.Lower, "connections the sender opened"), f => f.OfClient(ReportedValues.Connections))
        {
            Observes = CallQuantities.ConnectionsOpened,
        },
        Messages,
        new(new("client_allocated_bytes_per_message", "bytes", Better.Lower, "memory the sender allocated per message"),
            f => f.ClientPerCall(ReportedValues.AllocatedBytes)),
        new(new("server_allocated_bytes_per_message", "bytes", Better.Lower, "memory the node allocated per message"),
            f => Warmed(f) ? f.ServerPerCall(ReportedValues.AllocatedBytes) : null),
        new(new("copy_mb_per_second", "MB/s", Better.Neither, "how fast the sender's process copies such a payload in memory, 10^6 bytes"),
            f => f.OfClient(ReportedValues.CopyRate))
        {
            Observes = ProcessQuantities.CopyRate,
            MeasuredOf = levels => levels.Value(CallQuantities.PayloadBytes) >= 1 << 20,
        },
    ];

    private static double? TimeOf(ReplicateFigures figures) =>
        figures.OfClient(ReportedValues.Calls) is > 0 and var calls ? WallOf(figures) / calls : null;

    private static double? WallOf(ReplicateFigures figures) => figures.OfClient(ReportedValues.WallTime) * 1000;

    // The server counts from the first call on. Where the client warms up within its run, as the tutorial's does, the server counts more
    // than the client.
    private static bool Warmed(ReplicateFigures figures) => figures.OfClient(ReportedValues.PreludeTime) is not null;
}

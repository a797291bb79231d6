using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Fathom.Mediator.Telemetry;

/// <summary>
/// Telemetry of messages between nodes, by System.Diagnostics: spans and durations, named by OpenTelemetry's conventions for RPC. Without a
/// listener nothing is measured or allocated.
/// </summary>
public static class MediatorTelemetry
{
    /// <summary>The name of the <see cref="ActivitySource"/> and of the <see cref="Meter"/>: <c>Fathom.Mediator</c>.</summary>
    public const string Name = "Fathom.Mediator";

    // The buckets that the conventions recommend.
    private static readonly InstrumentAdvice<double> Seconds =
        new() { HistogramBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] };

    private static readonly Meter Meter = new(Name);

    internal static ActivitySource Source { get; } = new(Name);

    internal static Histogram<double> SendingDuration { get; } =
        Meter.CreateHistogram("rpc.client.call.duration", "s", "Duration of messages to other nodes.", tags: null, Seconds);

    internal static Histogram<double> ServingDuration { get; } =
        Meter.CreateHistogram("rpc.server.call.duration", "s", "Duration of messages from other nodes.", tags: null, Seconds);

    /// <summary>Whether a message to another node is observed, or has a trace to propagate.</summary>
    internal static bool IsSendingObserved => Activity.Current is not null || Source.HasListeners() || SendingDuration.Enabled;

    /// <summary>Whether a message from another node is observed.</summary>
    internal static bool IsServingObserved => Source.HasListeners() || ServingDuration.Enabled;
}

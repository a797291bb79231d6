using System.Diagnostics;
using System.Diagnostics.Metrics;

namespace Fathom.Mediator.Telemetry;

/// <summary>
/// What nodes tell of the messages between them, by System.Diagnostics: spans and durations as OpenTelemetry's conventions for RPC name
/// them. Where nobody listens nothing is measured and nothing made.
/// </summary>
public static class MediatorTelemetry
{
    /// <summary>The name of the <see cref="ActivitySource"/> and of the <see cref="Meter"/>: <c>Fathom.Mediator</c>.</summary>
    public const string Name = "Fathom.Mediator";

    // As the conventions recommend for both.
    private static readonly InstrumentAdvice<double> Seconds =
        new() { HistogramBucketBoundaries = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10] };

    private static readonly Meter Meter = new(Name);

    internal static ActivitySource Source { get; } = new(Name);

    internal static Histogram<double> SendingDuration { get; } =
        Meter.CreateHistogram("rpc.client.call.duration", "s", "How long messages to other nodes took.", tags: null, Seconds);

    internal static Histogram<double> ServingDuration { get; } =
        Meter.CreateHistogram("rpc.server.call.duration", "s", "How long messages from other nodes took.", tags: null, Seconds);

    /// <summary>Whether anything is to be told of a message to another node, or a trace to be passed on with it.</summary>
    internal static bool IsSendingWanted => Activity.Current is not null || Source.HasListeners() || SendingDuration.Enabled;

    /// <summary>Whether anything is to be told of a message from another node.</summary>
    internal static bool IsServingWanted => Source.HasListeners() || ServingDuration.Enabled;
}

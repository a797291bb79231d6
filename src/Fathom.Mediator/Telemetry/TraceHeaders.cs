using System.Diagnostics;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>Reads and writes the trace in a message's metadata: <c>traceparent</c> and <c>tracestate</c> (W3C Trace Context), with the
/// process's propagator.</summary>
internal static class TraceHeaders
{
    private static readonly string[] PassedOn = ["traceparent", "tracestate", "baggage"];

    public static void Write(Activity activity, Metadata headers) =>
        DistributedContextPropagator.Current.Inject(activity, headers, static (carrier, name, value) =>
    {
        // The state may come from another system with any contents.
        if (Printable.IsPrintable(value))
        {
            ((Metadata)carrier!).Add(name, value);
        }
    });

    /// <summary>The parent of a message's span; the default without a trace.</summary>
    public static ActivityContext Read(Metadata headers)
    {
        DistributedContextPropagator.Current.ExtractTraceIdAndState(
            headers, static (object? carrier, string name, out string? value, out IEnumerable<string>? values) =>
        {
            value = ((Metadata)carrier!).GetValue(name);
            values = null;
        }, out var parent, out var state);
        return ActivityContext.TryParse(parent, state, isRemote: true, out var context) ? context : default;
    }

    /// <summary>Forwards a trace unchanged, on a node that records no spans.</summary>
    public static void PassOn(Metadata from, Metadata to)
    {
        foreach (var name in PassedOn)
        {
            if (from.GetValue(name) is { } value && Printable.IsPrintable(value))
            {
                to.Add(name, value);
            }
        }
    }
}

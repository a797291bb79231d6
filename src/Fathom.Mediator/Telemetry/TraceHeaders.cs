using System.Diagnostics;
using Fathom.Wire.Grpc;

namespace Fathom.Mediator.Telemetry;

/// <summary>A trace among a message's metadata: <c>traceparent</c> and <c>tracestate</c> (W3C Trace Context), by the process's own
/// propagator.</summary>
internal static class TraceHeaders
{
    private static readonly string[] PassedOn = ["traceparent", "tracestate", "baggage"];

    public static void Write(Activity activity, Metadata headers) =>
        DistributedContextPropagator.Current.Inject(activity, headers, static (carrier, name, value) =>
    {
        // A state that came from elsewhere may be anything.
        if (Printable.Is(value))
        {
            ((Metadata)carrier!).Add(name, value);
        }
    });

    /// <summary>Whose child a message is; the default where it came without a trace.</summary>
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

    /// <summary>Hands a trace on as it came, on a node that traces nothing itself.</summary>
    public static void PassOn(Metadata from, Metadata to)
    {
        foreach (var name in PassedOn)
        {
            if (from.GetValue(name) is { } value && Printable.Is(value))
            {
                to.Add(name, value);
            }
        }
    }
}

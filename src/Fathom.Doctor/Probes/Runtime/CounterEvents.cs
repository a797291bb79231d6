using System.Diagnostics.Tracing;
using System.Globalization;
using Microsoft.Diagnostics.NETCore.Client;
using Microsoft.Diagnostics.Tracing.Etlx;

namespace Fathom.Doctor.Probes.Runtime;

/// <summary>One value of an event counter.</summary>
/// <param name="Name">Source and counter: <c>System.Runtime/threadpool-queue-length</c>.</param>
/// <param name="At">When, ms from the start of the trace.</param>
/// <param name="Value">The value, or by how much it grew.</param>
/// <param name="IsGrowth">Whether it is by how much the counter grew.</param>
/// <param name="Count">How many values it is the mean of.</param>
internal readonly record struct CounterValue(string Name, double At, double Value, bool IsGrowth, double Count);

/// <summary>Reads event counters, and asks for them.</summary>
internal static class CounterEvents
{
    /// <summary>The counters of a source.</summary>
    /// <param name="source">Name of the event source.</param>
    /// <param name="seconds">Time between two values.</param>
    /// <param name="level">Its other events; by default those of failures alone.</param>
    /// <param name="keywords">Which of them.</param>
    public static EventPipeProvider Of(string source, string seconds, EventLevel level = EventLevel.Critical, long keywords = -1) =>
        new(source, level, keywords, new Dictionary<string, string> { ["EventCounterIntervalSec"] = seconds });

    /// <summary>Calls back for each value.</summary>
    public static void Attach(TraceLogEventSource events, Action<CounterValue> onValue) => events.Dynamic.All += data =>
    {
        if (data.EventName == "EventCounters" && data.PayloadValue(0) is IDictionary<string, object> outer
            && outer.TryGetValue("Payload", out var inner) && inner is IDictionary<string, object> payload
            && Find(payload) is (var value, var isGrowth))
        {
            onValue(new CounterValue(
                $"{data.ProviderName}/{payload["Name"]}", data.TimeStampRelativeMSec,
                Convert.ToDouble(value, CultureInfo.InvariantCulture), isGrowth,
                payload.TryGetValue("Count", out var count) ? Convert.ToDouble(count, CultureInfo.InvariantCulture) : 1));
        }
    };

    private static (object Value, bool IsGrowth)? Find(IDictionary<string, object> payload) =>
        payload.TryGetValue("Mean", out var mean) ? (mean, false)
        : payload.TryGetValue("Increment", out var increment) ? (increment, true)
        : null;
}

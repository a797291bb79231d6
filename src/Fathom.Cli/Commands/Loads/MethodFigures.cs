using Fathom.Load.Counting;
using Fathom.Load.Grpc.Calls;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The records of the methods of a mix: of a run, or of parts that were added.</summary>
internal static class MethodFigures
{
    /// <summary>What was counted of a method.</summary>
    public static LoadMethodInfo Of(string call, int weight, CallTally tally, double seconds) => new()
    {
        Call = call,
        Weight = weight,
        Calls = tally.Calls,
        Failed = tally.Failed,
        Outcomes = Enumerable.Range(0, CallOutcomes.Count).Where(o => tally.Outcomes[o] > 0)
            .ToDictionary(CallOutcomes.NameOf, o => tally.Outcomes[o]),
        Figures = TallyFigures.Of(tally, seconds, new Dictionary<string, LoadFigureValue>()),
        LatencyHistogram = HistogramText.Encode(tally.Latency),
        FailureHistogram = TallyFigures.EncodeIfAny(tally.FailureLatency),
    };

    /// <summary>The methods of all parts of a plan; null where they have none.</summary>
    /// <exception cref="FormatException">A histogram cannot be read.</exception>
    public static IReadOnlyList<LoadMethodInfo>? Add(IReadOnlyList<LoadRecord> parts, double seconds) => parts[0].Methods is null ? null
        : [.. parts.SelectMany(p => (p.Methods ?? []).Select(m => (Part: p, Method: m))).GroupBy(m => m.Method.Call).Select(calls =>
        {
            var total = new CallTally(CallOutcomes.Count);
            foreach (var (part, method) in calls)
            {
                Add(total, method, part);
            }

            return Of(calls.Key, calls.First().Method.Weight, total, seconds);
        })];

    private static void Add(CallTally total, LoadMethodInfo method, LoadRecord part)
    {
        foreach (var (name, calls) in method.Outcomes)
        {
            total.AddCalls(Enumerable.Range(0, CallOutcomes.Count).First(o => CallOutcomes.NameOf(o) == name), calls, part.IsSuccess(name));
        }

        total.AddBytes((long)method.Figures["sent_bytes"].Value, (long)method.Figures["received_bytes"].Value);
        total.Latency.AddRecorded(HistogramText.Decode(method.LatencyHistogram));
        if (method.FailureHistogram is { } failures)
        {
            total.FailureLatency.AddRecorded(HistogramText.Decode(failures));
        }
    }
}

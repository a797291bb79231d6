using Fathom.Load.Counting;
using Fathom.Load.Results;

namespace Fathom.Records.Loads;

/// <summary>The records of the methods of a mix: of a run, or of parts that were added.</summary>
internal static class MethodFigures
{
    /// <summary>What was counted of a method.</summary>
    /// <param name="method">The method and its calls.</param>
    /// <param name="names">The names of outcomes.</param>
    /// <param name="seconds">How long the run took after its warm-up.</param>
    public static LoadMethodInfo Of(MethodTally method, IReadOnlyList<string> names, double seconds) => new()
    {
        Call = method.Call,
        Weight = method.Weight,
        Calls = method.Tally.Calls,
        Failed = method.Tally.Failed,
        Outcomes = TallyFigures.Outcomes(method.Tally, names),
        Figures = TallyFigures.Of(method.Tally, seconds, new Dictionary<string, LoadFigureValue>()),
        LatencyHistogram = HistogramText.Encode(method.Tally.Latency),
        FailureHistogram = TallyFigures.EncodeIfAny(method.Tally.FailureLatency),
    };

    /// <summary>The methods of all parts of a plan; null where they have none.</summary>
    /// <param name="parts">The parts.</param>
    /// <param name="names">The names of outcomes.</param>
    /// <param name="seconds">How long the run took after its warm-up.</param>
    /// <exception cref="FormatException">A histogram cannot be read.</exception>
    public static IReadOnlyList<LoadMethodInfo>? Add(IReadOnlyList<LoadRecord> parts, IReadOnlyList<string> names, double seconds) =>
        parts[0].Methods is null ? null : [.. parts.SelectMany(p => (p.Methods ?? []).Select(m => (Part: p, Method: m)))
            .GroupBy(m => m.Method.Call).Select(calls => Of(Sum([.. calls], names), names, seconds))];

    private static MethodTally Sum(IReadOnlyList<(LoadRecord Part, LoadMethodInfo Method)> calls, IReadOnlyList<string> names)
    {
        var total = new CallTally(names.Count);
        foreach (var (part, method) in calls)
        {
            TallyFigures.AddCalls(total, method.Outcomes, names, part);
            total.AddBytes((long)method.Figures["sent_bytes"].Value, (long)method.Figures["received_bytes"].Value);
            TallyFigures.AddIfAny(total.Latency, method.LatencyHistogram);
            TallyFigures.AddIfAny(total.FailureLatency, method.FailureHistogram);
        }

        return new MethodTally(calls[0].Method.Call, calls[0].Method.Weight, total);
    }
}

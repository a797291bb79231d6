using Fathom.Lab.Findings;
using Fathom.Lab.Results;

namespace Fathom.Lab.Studies.Lag;

/// <summary>The answer of the study <c>lag</c> in one sentence.</summary>
internal static class LagAnswer
{
    public static string From(RunRecord record)
    {
        var waits = record.Findings.FirstOrDefault(f => f.Id == "stop-and-wait-sender");
        var others = record.Findings.Where(f => f.Id is not ("stop-and-wait-sender" or "ping-round-trips")).Select(f => f.Id).Distinct()
            .ToList();
        var rest = others.Count == 0 ? "" : $"; what else bound in its place: {string.Join(", ", others)}";
        return waits is null
            ? $"What was run shows no sender that waits for every segment{(others.Count == 0 ? " and supports no other claim" : rest)}."
            : $"The sender waits for the acknowledgement of every {record.Trial(waits.Baseline).Factors["segment"]}-byte segment, one "
            + $"per round trip, "
                + $"which makes the same blob {Say.Number(waits.Ratio.Value)} times slower than handing it over whole{rest}.";
    }
}

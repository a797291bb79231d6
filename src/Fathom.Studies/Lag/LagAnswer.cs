using Fathom.Diagnosis.Causes.PingRoundTrips;
using Fathom.Diagnosis.Causes.StopAndWaitSender;
using Fathom.Records.Words;

namespace Fathom.Studies.Lag;

/// <summary>The answer of the study <c>lag</c> in one sentence.</summary>
internal static class LagAnswer
{
    public static string From(MeasuredStudy study)
    {
        var waits = study.Of(StopAndWaitSenderCause.Name).FirstOrDefault();
        var others = study.Causes.Where(id => id is not (StopAndWaitSenderCause.Name or PingRoundTripsCause.Name)).ToList();
        var named = string.Join(", ", others.Select(id => id.Replace('-', ' ')));
        var rest = others.Count == 0 ? "" : $"; what else bound in its place: {named}";
        return waits is null
            ? $"What was run shows no sender that waits for every segment{(others.Count == 0 ? " and supports no other claim" : rest)}."
            : $"{SenderOf(waits.Baseline)} waits for the acknowledgement of every "
                + $"{waits.Baseline.Levels[LagFactors.Segment].Name}-byte segment, one per round trip, which makes the same blob "
                + $"{FigureText.Number(waits.Pair.Ratio.Value)} times slower than handing it over whole{rest}.";
    }

    private static string SenderOf(MeasuredTrial trial) => trial.Levels.Has(LagFactors.HttpSysModel)
        ? "The sender, a model of HTTP.sys,"
        : "The sender";
}

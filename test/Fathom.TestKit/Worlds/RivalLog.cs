using Fathom.Diagnosis.Examination;

namespace Fathom.TestKit.Worlds;

/// <summary>What an examination of calls at once read and concluded, as lines for who develops it.</summary>
internal static class RivalLog
{
    public static IEnumerable<string> Of(ConcurrencyExamination examination)
    {
        var (seen, rivals) = (examination.Seen!, examination.Rivals!);
        yield return $"a further call {seen.StepMs:0.0}, the method {seen.OwnMs:0.0}, served at a time {seen.Served}, {rivals.Rounds} "
            + $"rounds of {string.Join(", ", rivals.Done.Select(d => d.Id))}";
        foreach (var reading in rivals.Readings)
        {
            yield return $"  {reading.Of.Id} {reading.Median:0.00} ({reading.Values.Min():0.00} to {reading.Values.Max():0.00})";
        }

        foreach (var rival in rivals.Rivals)
        {
            yield return $"  {rival.Mechanism.Name}: {Fate(rival)}";
        }
    }

    private static string Fate(Rival rival)
    {
        if (rival.Impossible is { } why)
        {
            return $"impossible, {why}";
        }

        if (rival.Rejected is { Prediction: var prediction, PValue: var p })
        {
            return $"rejected, {prediction.Of.Id} {prediction.Low:0.00} to {prediction.High:0.00}, p = {p:0.0000}";
        }

        return $"POSSIBLE, sign {rival.Sign?.Prediction.Of.Id ?? "none"}; "
            + string.Join(", ", rival.Checked.Select(c => $"{c.Prediction.Of.Id} p = {c.PValue:0.000}"));
    }
}

using Fathom.Records.Words;

namespace Fathom.Records.Reports.Summary;

/// <summary>The pair of trials of a finding in words.</summary>
public static class ProofText
{
    /// <summary>Returns a pair in one line: <c>blocking 9.93 s → awaited 265 ms: 37.5 times (95 % interval 36.5 to 40.9)</c>.</summary>
    /// <param name="record">The record of the finding.</param>
    /// <param name="pair">The pair of the finding.</param>
    public static string Line(RunRecord record, FindingPair pair)
    {
        ArgumentNullException.ThrowIfNull(record);
        ArgumentNullException.ThrowIfNull(pair);
        return $"{Side(record, pair, pair.Baseline, pair.Changed.From)} \u2192 {Side(record, pair, pair.Counterfactual, pair.Changed.To)}: "
            + $"{Times(pair)}";
    }

    /// <summary>Returns the ratio of a pair with its interval.</summary>
    public static string Times(FindingPair pair)
    {
        ArgumentNullException.ThrowIfNull(pair);
        var ends = Amount.Range(pair.Ratio.Low, pair.Ratio.High, "", " to ");
        return $"{Amount.Number(pair.Ratio.Value)} times ({IntervalText.Of(pair.Ratio)} {ends})";
    }

    private static string Side(RunRecord record, FindingPair pair, string trial, string level)
    {
        var value = record.Trials.FirstOrDefault(t => t.Id == trial)?.Metrics.GetValueOrDefault(pair.Metric);
        var words = TrialNames.Level(pair.Changed.Factor, level);
        return value is null ? words : $"{words} {Amount.Show(value.Value, value.Unit)}";
    }
}

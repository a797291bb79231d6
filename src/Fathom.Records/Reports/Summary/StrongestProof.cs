using System.Text.RegularExpressions;
using Fathom.Records.Words;

namespace Fathom.Records.Reports.Summary;

/// <summary>
/// Chooses the one proof that terminal, page and README show beside the answer. The rule (also in docs/reports.md):
/// <list type="number">
/// <item>Only findings count, never hints.</item>
/// <item>Their cause is the leading one: that of the record's first finding. A study lists its comparisons in the order in which its answer
/// names causes.</item>
/// <item>Of that cause, the finding whose ratio the answer quotes first: the proof then shows the figure that was just read.</item>
/// <item>Where the answer quotes none, the one with the largest lower end of its interval: the largest effect that the whole interval
/// supports. One lucky replicate raises a ratio, but not that end.</item>
/// </list>
/// </summary>
public static partial class StrongestProof
{
    /// <summary>Returns the proof, or null when the record proves nothing by a pair of trials.</summary>
    public static Finding? In(RunRecord record)
    {
        ArgumentNullException.ThrowIfNull(record);
        var proven = record.Findings.Where(f => f.Kind == FindingKind.Finding && f.Pair is not null).ToList();
        if (proven.Count == 0)
        {
            return null;
        }

        var quoted = Figures().Matches(record.Answer).Select(m => m.Value).ToList();
        return proven.Where(f => f.Id == proven[0].Id)
            .OrderBy(f => quoted.IndexOf(Amount.Number(f.Ratio!.Value)) is var at and >= 0 ? at : int.MaxValue)
            .ThenByDescending(f => f.Ratio!.Low)
            .First();
    }

    [GeneratedRegex(@"\d[\d,]*(?:\.\d+)?")]
    private static partial Regex Figures();
}

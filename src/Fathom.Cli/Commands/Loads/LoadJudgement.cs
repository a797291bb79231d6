using Fathom.Cli.Rendering.Judgements;
using Fathom.Load.Grpc.Calls;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Loads;

/// <summary>The judgement on a run of load. A case fails where the exit code is not 0.</summary>
internal static class LoadJudgement
{
    // What the table of cases has, and where files are on this machine.
    private static readonly string[] LeftOut = ["asked", "INVALID", "partial", "files"];

    public static Judgement Of(LoadRecord record) => new("load", record.Plan.Call, "",
        [.. Ended(record), .. Valid(record), .. Calls(record), .. record.Thresholds.Select(t => Threshold(t, record.Valid))],
        [.. LoadSummary.Of(record, "").Where(l => !LeftOut.Contains(l.Label))])
    {
        Started = record.Started,
        Seconds = record.ElapsedSeconds,
    };

    private static IEnumerable<JudgedCase> Ended(LoadRecord record)
    {
        if (record.Partial)
        {
            yield return new("the run comes to its end",
                record.EndedBy?.StartsWith("--max-errors", StringComparison.Ordinal) == true ? CaseFate.Failed : CaseFate.Error,
                $"it ended early by {record.EndedBy}");
        }
    }

    private static IEnumerable<JudgedCase> Valid(LoadRecord record) => record.Valid
        ? [new("the run is valid", CaseFate.Passed, "the generator was not the bottleneck")]
        : record.Verdicts.Where(v => v.Invalid).Select(v => new JudgedCase($"the run is valid ({v.Id})", CaseFate.Error, v.Text));

    private static IEnumerable<JudgedCase> Calls(LoadRecord record)
    {
        yield return JudgedCase.Of("calls succeed", record.Failed < record.Calls, $"{record.Failed} of {record.Calls} calls failed");
        var wrong = record.Outcomes.GetValueOrDefault(CallOutcomes.NameOf(CallOutcomes.WrongReply));
        if (record.Plan.ChecksReplies)
        {
            yield return JudgedCase.Of("replies are as --check expects", wrong == 0, $"{wrong} replies were not");
        }
    }

    // Of an invalid run nothing can be said.
    private static JudgedCase Threshold(LoadThresholdInfo threshold, bool isValid) => isValid
        ? JudgedCase.Of(threshold.Text, threshold.Holds, $"measured {threshold.Measured}")
        : new(threshold.Text, CaseFate.Skipped, $"measured {threshold.Measured}, and the run is invalid");
}

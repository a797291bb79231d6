using Fathom.Records;
using Fathom.Records.Doctors;
using Fathom.Records.Words;

namespace Fathom.Cli.Rendering.Judgements;

/// <summary>The judgement of a doctor: a proven cause fails, a hint is undecided, and what was ruled out passes.</summary>
internal static class DoctorJudgement
{
    public static Judgement Of(DoctorRecord record) => new("doctor", record.Target.Name, record.Verdict,
        [
            .. record.Partial ? [new("the examination comes to its end", CaseFate.Error, "it was interrupted")] : Array.Empty<JudgedCase>(),
            .. record.Against is { } change ? [Against(change)] : Array.Empty<JudgedCase>(),
            .. record.Causes.Select(Cause),
            .. record.RuledOut.Select(r => new JudgedCase(r.Id, CaseFate.Passed, $"ruled out: {r.By}")),
        ],
        [.. record.Time.Select(t => ("time", t)), .. record.NotSeen.Select(n => ("not looked at", n))])
    {
        Started = record.Started,
        Seconds = record.ElapsedSeconds,
    };

    /// <summary>The judgement on two verdicts.</summary>
    public static Judgement Of(string target, DoctorChange change) => new("compare", target, change.Verdict,
        [Against(change)], [.. change.Causes.Select(c => (c.Id, DoctorChangeText.Cause(c))), .. change.Caveats.Select(c => ("note", c))]);

    private static JudgedCase Against(DoctorChange change) => new("not slower than before", ChangesJudgement.FateOf(change.Time?.Kind),
        change.Time is { } time ? DoctorChangeText.Time(time) : "a record has no unchanged runs");

    private static JudgedCase Cause(DoctorCause cause) => cause.Kind == FindingKind.Finding
        ? new(cause.Id, CaseFate.Failed, $"{ShareText.Of(cause)}: {cause.Claim ?? cause.Evidence} Fix: {cause.Fix}")
        : new(cause.Id, CaseFate.Skipped, $"a hint, not proven: {cause.Evidence}");
}

using Fathom.Cli.Rendering.Changes;
using Fathom.Records;
using Fathom.Records.Changes;
using Fathom.Records.Words;

namespace Fathom.Cli.Rendering.Judgements;

/// <summary>The judgement on two records: a figure that is worse fails, and one that is undecided is no case that passed.</summary>
internal static class ChangesJudgement
{
    public static Judgement Of(string call, LoadChanges changes) => new("compare", call, "",
        [.. changes.Figures.Where(f => f.Change is not null)
            .Select(f => new JudgedCase(f.Text, FateOf(f.Kind), $"{LoadChangesView.Values(f)}, {LoadChangesView.Estimated(f)}"))],
        [.. changes.Figures.Where(f => f.Change is null).Select(f => ("without an interval", LoadChangesView.Values(f))),
            .. changes.Caveats.Select(c => ("note", c))]);

    public static Judgement Of(RunRecord before, RecordChanges changes)
    {
        var names = new TrialNames(before);
        return new("compare", before.Study, "",
            [.. changes.Metrics.Select(m => new JudgedCase(
                $"{names.Of(m.Before.Id)}: {m.Metric.Id}", FateOf(m.Kind), $"{ChangesView.Values(m)}, {ChangesView.Times(m)}"))],
            [.. changes.CausesGone.Select(c => ("no longer proven", c)), .. changes.CausesNew.Select(c => ("proven now", c)),
                .. changes.Caveats.Select(c => ("note", names.In(c)))]);
    }

    /// <summary>What a verdict is for a system that knows failures alone.</summary>
    public static CaseFate FateOf(ChangeKind? kind) => kind switch
    {
        ChangeKind.Worse => CaseFate.Failed,
        null or ChangeKind.Undecided => CaseFate.Skipped,
        _ => CaseFate.Passed,
    };
}

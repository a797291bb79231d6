using Fathom.Cli.Rendering.Changes;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.Records.Doctors;

namespace Fathom.Cli.Commands.Comparisons;

/// <summary>Compares two verdicts of a doctor.</summary>
internal static class DoctorComparison
{
    /// <summary>Shows what changed.</summary>
    /// <returns>Whether the program is slower.</returns>
    public static bool Show(FathomConsole console, ComparisonOptions given)
    {
        given.RefuseStudyFlags("a doctor", hasMetrics: false);
        var (before, after) = (DoctorRecordStore.Read(Path.Combine(console.Folder, given.Before)),
            DoctorRecordStore.Read(Path.Combine(console.Folder, given.After)));
        ComparisonOptions.Refuse(DoctorComparability.Refusals(before, after));
        var change = DoctorChanges.Between(before, after);
        given.Show(console, () => ChangesJson.Write(change),
            text => DoctorChangeView.Write(text, $"{after.Target.Name}: {change.Verdict}", change),
            DoctorJudgement.Of(after.Target.Name, change));
        return change.Time?.Kind == ChangeKind.Worse;
    }
}

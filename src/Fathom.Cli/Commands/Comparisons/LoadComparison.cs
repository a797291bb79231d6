using Fathom.Cli.Rendering.Changes;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Records.Changes;
using Fathom.Records;
using Fathom.Records.Loads;

namespace Fathom.Cli.Commands.Comparisons;

/// <summary>Compares two records of load.</summary>
internal static class LoadComparison
{
    /// <summary>Shows what changed.</summary>
    /// <returns>Whether something is worse.</returns>
    public static bool Show(FathomConsole console, ComparisonOptions given)
    {
        given.RefuseStudyFlags("load", hasMetrics: true);
        var (before, after) = (LoadRecordJson.Read(Path.Combine(console.Folder, given.Before)),
            LoadRecordJson.Read(Path.Combine(console.Folder, given.After)));
        var changes = given.Compared(LoadComparability.Refusals(before, after), figures => LoadChanges.Between(before, after, figures));
        given.Show(console, () => ChangesJson.Write(changes), text => LoadChangesView.Write(text, before.Plan.Call, changes),
            ChangesJudgement.Of(before.Plan.Call, changes));
        return changes.Figures.Any(f => f.Kind == ChangeKind.Worse);
    }
}

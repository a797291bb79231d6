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
        var before = LoadRecordJson.Read(Path.Combine(console.Folder, given.Before));
        var changes = Changes(before, LoadRecordJson.Read(Path.Combine(console.Folder, given.After)), given.Metrics);
        given.Show(console, () => ChangesJson.Write(changes), text => LoadChangesView.Write(text, before.Plan.Call, changes),
            ChangesJudgement.Of(before.Plan.Call, changes));
        return changes.Figures.Any(f => f.Kind == ChangeKind.Worse);
    }

    private static LoadChanges Changes(LoadRecord before, LoadRecord after, IReadOnlyList<string> figures)
    {
        if (LoadComparability.Refusals(before, after) is [_, ..] refusals)
        {
            throw CommandException.Usage($"compare: the records cannot be compared: {string.Join("; ", refusals)}");
        }

        try
        {
            return LoadChanges.Between(before, after, figures);
        }
        catch (ArgumentException e)
        {
            throw CommandException.Usage($"--metric: {e.Message.Split(" (Parameter")[0]}");
        }
    }
}

using Fathom.Cli.Rendering.Changes;
using Fathom.Cli.Rendering.Judgements;
using Fathom.Records.Changes;
using Fathom.Records;

namespace Fathom.Cli.Commands.Comparisons;

/// <summary>Compares two records of a study.</summary>
internal static class StudyComparison
{
    /// <summary>Shows what changed.</summary>
    /// <returns>Whether something is worse.</returns>
    public static bool Show(FathomConsole console, ComparisonOptions given)
    {
        var (before, after) = (Read(console, given.Before, given.Levels), Read(console, given.After, given.Levels));
        var changes = given.Compared(Comparability.Refusals(before, after), metrics => RecordChanges.Between(before, after, metrics));
        given.Show(console, () => ChangesJson.Write(changes), text => ChangesView.Write(text, before, changes),
            ChangesJudgement.Of(before, changes));
        return changes.Metrics.Any(m => m.Kind == ChangeKind.Worse);
    }

    private static RunRecord Read(FathomConsole console, string file, IReadOnlyDictionary<string, IReadOnlyList<string>> levels)
    {
        var record = RunRecordStore.ReadFile(Path.Combine(console.Folder, file));
        foreach (var (factor, wanted) in levels)
        {
            var known = record.Factors.FirstOrDefault(f => f.Name == factor) ?? throw CommandException.Usage(
                $"--only: '{factor}' is no factor of {file}; accepted: {string.Join(", ", record.Factors.Select(f => f.Name))}");
            if (wanted.FirstOrDefault(l => !known.Levels.Contains(l)) is { } unknown)
            {
                throw CommandException.Usage(
                    $"--only: '{unknown}' is no level of '{factor}' in {file}; accepted: {string.Join(", ", known.Levels)}");
            }
        }

        return record with
        {
            Trials = [.. record.Trials.Where(
                t => levels.All(l => t.Factors.GetValueOrDefault(l.Key) is { } level && l.Value.Contains(level)))],
        };
    }
}

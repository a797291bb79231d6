using Fathom.Records.Schemas;

namespace Fathom.Records;

/// <summary>Checks that the factors, levels and metrics of a trial are declared in its record.</summary>
internal static class TrialRules
{
    /// <summary>Returns every rule that a trial violates.</summary>
    /// <param name="record">The record of the trial.</param>
    /// <param name="trial">The trial.</param>
    /// <param name="pointer">Location of the trial in the record (RFC 6901).</param>
    public static IEnumerable<RecordProblem> Check(RunRecord record, TrialResult trial, string pointer)
    {
        foreach (var factor in record.Factors.Where(f => !f.Levels.Contains(trial.Factors.GetValueOrDefault(f.Name, ""))))
        {
            var found = trial.Factors.TryGetValue(factor.Name, out var level) ? $"\"{level}\"" : "no level";
            yield return new RecordProblem($"{pointer}/factors/{factor.Name}", found,
                string.Join(" or ", factor.Levels.Select(l => $"\"{l}\"")));
        }

        foreach (var name in trial.Factors.Keys.Where(n => record.Factors.All(f => f.Name != n)))
        {
            yield return new RecordProblem($"{pointer}/factors/{name}", "a factor that /factors does not declare", "a declared one");
        }

        foreach (var (id, value) in trial.Metrics)
        {
            var declared = record.Metrics.FirstOrDefault(m => m.Id == id);
            if (declared is null || declared.Unit != value.Unit)
            {
                yield return new RecordProblem(
                    $"{pointer}/metrics/{id}", $"a metric in \"{value.Unit}\"",
                        declared is null ? "one that /metrics declares" : $"the declared unit \"{declared.Unit}\"");
            }
        }

        foreach (var (list, index, replicate) in trial.Replicates.Index().Select(r => ("replicates", r.Index, r.Item))
            .Concat(trial.SetAside.Index().Select(r => ("set_aside", r.Index, r.Item))))
        {
            foreach (var id in replicate.Values.Keys.Where(id => record.Metrics.All(m => m.Id != id)))
            {
                yield return new RecordProblem($"{pointer}/{list}/{index}/{id}", "a metric that /metrics does not declare",
                    "a declared one");
            }
        }
    }
}

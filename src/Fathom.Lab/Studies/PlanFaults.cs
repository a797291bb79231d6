namespace Fathom.Lab.Studies;

/// <summary>Checks a study and a user's restrictions, and names every fault at once.</summary>
internal static class PlanFaults
{
    public static List<string> Find(
        StudySpec study, Profile profile, IReadOnlyDictionary<string, IReadOnlyList<string>> restrictions)
    {
        var faults = new List<string>();
        var factors = study.Factors(profile);
        foreach (var (name, levels) in restrictions)
        {
            var factor = factors.FirstOrDefault(f => f.Name == name);
            if (factor is null)
            {
                faults.Add($"--level: there is no factor '{name}'; accepted: {string.Join(", ", factors.Select(f => f.Name))}");
                continue;
            }

            faults.AddRange(levels.Except(factor.Levels).Select(level =>
                $"--level: factor '{name}' has no level '{level}' in this profile; accepted: {string.Join(", ", factor.Levels)}"));
        }

        foreach (var levels in study.Combinations(profile))
        {
            faults.AddRange(factors.Where(f => !f.Levels.Contains(levels[f.Name]))
                .Select(f => $"the study combines {levels}, but factor '{f.Name}' has no level '{levels[f.Name]}'"));
        }

        var metrics = study.Metrics.Select(m => m.Info.Id).ToHashSet();
        var rules = study.Rules.Select(r => r.Id).ToHashSet();
        foreach (var comparison in study.Comparisons(profile))
        {
            if (!metrics.Contains(comparison.Metric))
            {
                faults.Add(
                    $"a comparison for '{comparison.Finding}' wants the metric '{comparison.Metric}', which the study does not measure");
            }

            if (!rules.Contains(comparison.Finding))
            {
                faults.Add($"a comparison is meant for the rule '{comparison.Finding}', which the study does not have");
            }

            if (comparison.Baseline[comparison.Factor] == comparison.To)
            {
                faults.Add(
                    $"a comparison for '{comparison.Finding}' changes nothing: {comparison.Factor} is '{comparison.To}' on both sides");
            }
        }

        return [.. faults.Distinct()];
    }
}

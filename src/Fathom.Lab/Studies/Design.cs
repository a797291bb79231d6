namespace Fathom.Lab.Studies;

/// <summary>Which combinations of levels a study runs.</summary>
public static class Design
{
    /// <summary>The baseline, then every other level of every factor with the rest at the baseline.</summary>
    public static IEnumerable<FactorLevels> OneAtATime(IReadOnlyList<FactorSpec> factors)
    {
        var baseline = FactorLevels.BaselineOf(factors);
        yield return baseline;
        foreach (var factor in factors)
        {
            foreach (var level in factor.Levels.Skip(1))
            {
                yield return baseline.With(factor.Name, level);
            }
        }
    }

    /// <summary>Every combination, the baseline first.</summary>
    public static IEnumerable<FactorLevels> Product(IReadOnlyList<FactorSpec> factors)
    {
        IEnumerable<IEnumerable<KeyValuePair<string, string>>> combinations = [[]];
        foreach (var factor in factors)
        {
            combinations = combinations.SelectMany(
                _ => factor.Levels, (soFar, level) => soFar.Append(KeyValuePair.Create(factor.Name, level)));
        }

        return combinations.Select(levels => new FactorLevels(levels));
    }
}

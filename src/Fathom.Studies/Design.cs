namespace Fathom.Studies;

/// <summary>Which combinations of levels a study runs.</summary>
public static class Design
{
    /// <summary>The baseline, then every other level of every factor with the rest at the baseline.</summary>
    public static IEnumerable<FactorLevels> OneAtATime(IReadOnlyList<FactorSpec> factors)
    {
        var baseline = FactorLevels.BaselineOf(factors);
        return factors.SelectMany(f => f.Levels.Skip(1)).Select(level => baseline.With(level)).Prepend(baseline);
    }

    /// <summary>Every combination, the baseline first.</summary>
    public static IEnumerable<FactorLevels> Product(IReadOnlyList<FactorSpec> factors)
    {
        IEnumerable<IEnumerable<Level>> combinations = [[]];
        foreach (var factor in factors)
        {
            combinations = combinations.SelectMany(_ => factor.Levels, (soFar, level) => soFar.Append(level));
        }

        return combinations.Select(levels => new FactorLevels(levels));
    }
}

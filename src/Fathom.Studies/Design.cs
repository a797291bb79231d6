namespace Fathom.Studies;

/// <summary>Which combinations of levels a study runs.</summary>
public static class Design
{
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

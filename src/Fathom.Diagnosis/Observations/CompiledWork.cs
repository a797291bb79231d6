namespace Fathom.Diagnosis.Observations;

/// <summary>What the runtime compiled of a program, in two runs.</summary>
public static class CompiledWork
{
    // Which methods are called often enough to be compiled again differs by some percent from run to run; in tiers or not, by a factor.
    private const double MinDifference = 1.25;

    /// <summary>Whether it compiled other methods: many more, or many fewer.</summary>
    public static bool IsOther(Evidence before, Evidence after) =>
        before.Find(WatchQuantities.MethodsCompiled) is { Value: var all }
        && after.Find(WatchQuantities.MethodsCompiled) is { Value: var left }
        && Math.Max(all, left) >= MinDifference * Math.Min(all, left);
}

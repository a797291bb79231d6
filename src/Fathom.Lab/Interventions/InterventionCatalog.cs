using Fathom.Lab.Observations;

namespace Fathom.Lab.Interventions;

/// <summary>The changes that can be made around a program.</summary>
public static class InterventionCatalog
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Intervention> All { get; } = [new PoolMinimum(), new Gen0Budget(), new QuietLogging()];

    /// <summary>The first that changes one of these quantities; null where the environment cannot.</summary>
    /// <param name="quantities">What a cause is proven by.</param>
    public static Intervention? Changing(IReadOnlyList<Quantity> quantities) => All.FirstOrDefault(i => quantities.Contains(i.Sets.Of));
}

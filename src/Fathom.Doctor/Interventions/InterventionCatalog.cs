using Fathom.Diagnosis.Observations;

namespace Fathom.Doctor.Interventions;

/// <summary>The changes that can be made around a program.</summary>
public static class InterventionCatalog
{
    /// <summary>All of them.</summary>
    public static IReadOnlyList<Intervention> All { get; } =
    [
        new PoolMinimum(), new Gen0Budget(), new QuietLogging(), new AddedDelay(), new LimitedRate(), new WithoutIPv6(), new WithoutProxy(),
        new FastWindows(), new ServerCollector(), new AllProcessors(), new WithoutQuota(), new WithoutSystemRoots(),
        new CompilationSetting("DOTNET_TieredCompilation", "1", "in tiers"),
        new CompilationSetting("DOTNET_ReadyToRun", "1", "precompiled code"),
        new CompilationSetting("DOTNET_TieredPGO", "0", "without instrumentation"),
    ];

    /// <summary>Those that change one of these quantities and fit the program, in the order in which they are tried until one has an
    /// effect; none where nothing around it can.</summary>
    /// <param name="quantities">What a cause is proven by.</param>
    /// <param name="seen">What was seen of the program.</param>
    public static IReadOnlyList<Intervention> Changing(IReadOnlyList<Quantity> quantities, Evidence seen) =>
        [.. All.Where(i => quantities.Contains(i.Sets.Of)).Select(i => i.Fit(seen)).OfType<Intervention>()];
}

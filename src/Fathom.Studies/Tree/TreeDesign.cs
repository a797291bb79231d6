using Fathom.Diagnosis.Causes.ThreadPoolStarvation;
using static Fathom.Studies.Tree.TreeFactors;

namespace Fathom.Studies.Tree;

/// <summary>Which combinations the study <c>tree</c> runs, and which of them it compares.</summary>
internal static class TreeDesign
{
    public static IEnumerable<FactorLevels> Combinations(Profile profile)
    {
        var baseline = FactorLevels.BaselineOf(Of(profile));
        var compared = Comparisons(profile).SelectMany(c => new[] { c.Baseline, c.Counterfactual }).Prepend(baseline);
        return profile == Profile.Quick ? compared : compared.Concat(Healthy(baseline.With(Awaited)));
    }

    public static IEnumerable<ComparisonSpec> Comparisons(Profile profile)
    {
        var baseline = FactorLevels.BaselineOf(Of(profile));
        yield return Starvation(baseline, Awaited);
        yield return Starvation(baseline, ManyMinThreads);
        if (profile == Profile.Quick)
        {
            yield break;
        }

        // The same cause in each of the other processes, and what else could make the first one slow.
        foreach (var other in new[] { RestAdminApi, Service1, Service2, Service3 })
        {
            yield return Starvation(baseline.With(other), Awaited);
        }

        foreach (var change in new[] { TenUsers, HundredUsers, NewChannel, FourProcessors, OwnLibrary })
        {
            yield return Starvation(baseline.With(change), Awaited);
        }
    }

    // What is slow for other reasons, without blocked threads.
    private static IEnumerable<FactorLevels> Healthy(FactorLevels healthy) =>
    [
        healthy.With(OneUser), healthy.With(TenUsers), healthy.With(HundredUsers), healthy.With(NewChannel),
        healthy.With(Service3, TwentyMs),
        healthy.With(Service1, OneLock), healthy.With(Service1, SlowConsole),
        healthy.With(SlowConsole),
    ];

    private static ComparisonSpec Starvation(FactorLevels starved, Level remedy) =>
        new(ThreadPoolStarvationCause.Name, starved, remedy, TreeMetrics.ResponseTime);
}

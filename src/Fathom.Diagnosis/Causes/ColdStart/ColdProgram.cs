using Fathom.Diagnosis.Observations;
using Fathom.Records.Words;

namespace Fathom.Diagnosis.Causes.ColdStart;

/// <summary>A program that ends before its code is compiled: most of its time is the compiler's.</summary>
internal static class ColdProgram
{
    // Any .NET program of a few seconds spends a tenth to a fifth of them so.
    private const double MinShare = 0.3;

    // What runs longer than this is not slow because it starts.
    private const double LongestMs = 20_000;

    // On a busy machine the clock ran for 8.3 ms a method while a program collected garbage without pause; compiling took 0.06 to 0.14 ms a
    // method of programs that are compiled in tiers.
    private const double MaxMsOfMethod = 4;

    private const string Fix = """
        <!-- compile ahead of time, the libraries too; keep tiers on -->
        <PublishReadyToRun>true</PublishReadyToRun>
        <PublishReadyToRunComposite>true</PublishReadyToRunComposite>
        <TieredCompilation>true</TieredCompilation>
        """;

    /// <summary>What must have been seen.</summary>
    public static IReadOnlyList<Quantity> RequiredFromWatch { get; } =
        [WatchQuantities.Watched, WatchQuantities.CompileTime, WatchQuantities.MethodsCompiled, WatchQuantities.CpuTime];

    /// <summary>Suspects the cause, or rules it out.</summary>
    public static Screening Screen(Evidence seen)
    {
        var (watched, compiling) = (seen.Value(WatchQuantities.Watched), TimeOf(seen));
        var figures = $"the runtime compiled {FigureText.Whole(seen.Value(WatchQuantities.MethodsCompiled))} methods for "
            + $"{FigureText.Duration(compiling)} of {FigureText.Duration(watched)}";
        return compiling < MinShare * watched || watched > LongestMs
            ? Screening.RuleOut(figures)
            : Screening.Suspected(compiling / watched, figures, Fix,
                "code that is compiled ahead of time, or in tiers: PublishReadyToRun, DOTNET_TieredCompilation=1");
    }

    /// <summary>The proof of a supported comparison; null where the same was compiled.</summary>
    public static Conclusion? Prove(Comparison comparison)
    {
        var (before, after) = (comparison.Baseline, comparison.Counterfactual);
        return !CompiledWork.IsOther(before, after) ? null : new Conclusion(
            $"Compiling takes the program's time: {FigureText.Duration(comparison.Before)} with "
                + $"{FigureText.Whole(before.Value(WatchQuantities.MethodsCompiled))} methods compiled for "
                + $"{FigureText.Duration(TimeOf(before))}, and {FigureText.Duration(comparison.After)} with "
                + $"{FigureText.Whole(after.Value(WatchQuantities.MethodsCompiled))} compiled "
                + $"{comparison.Change.To} and nothing else changed.", Fix);
    }

    // The compiler's clock runs on while its thread waits for a processor, and while the collector has stopped it.
    private static double TimeOf(Evidence seen)
    {
        var (had, waited) = (seen.Value(WatchQuantities.CpuTime), seen.Find(WatchQuantities.RunDelay)?.Value ?? 0);
        var stopped = Math.Min(1, (seen.Find(WatchQuantities.PauseTime)?.Value ?? 0) / seen.Value(WatchQuantities.Watched));
        var most = Math.Min(had, MaxMsOfMethod * seen.Value(WatchQuantities.MethodsCompiled));
        return had <= 0 ? 0 : Math.Min(most, seen.Value(WatchQuantities.CompileTime) * (1 - stopped) * had / (had + waited));
    }
}
